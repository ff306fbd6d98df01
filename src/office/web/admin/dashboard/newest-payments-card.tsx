import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { Link } from "react-router";
import type { Payment } from "#money/contract/payments.ts";
import { useApi } from "#office/web/api.ts";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { ErrorState } from "#ui/web/error-state.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "#ui/web/admin/newest.module.css";
import {
  PaymentAmount,
  PaymentStatus,
  PaymentUser,
} from "#money/web/admin/payments/payments-table.tsx";
import { t } from "./messages.ts";

function PaymentRows(props: { payments: readonly Payment[] }) {
  if (props.payments.length === 0) {
    return <EmptyState icon={<CreditCard size={22} />} title={t("sentences.noPayments")} />;
  }
  return (
    <ul className={classes["rows"]}>
      {props.payments.map((payment) => (
        <li key={payment.id} className={classes["row"]}>
          <div className={classes["main"]}>
            <Anchor
              component={Link}
              underline="hover"
              fw={500}
              c="inherit"
              to={`/admin/dashboard/payments?${new URLSearchParams({ search: payment.id }).toString()}`}
            >
              {payment.description}
            </Anchor>
            <span className={classes["line"]}>
              <PaymentUser payment={payment} />
              <Moment at={payment.date} />
            </span>
          </div>
          <div className={classes["side"]}>
            <PaymentAmount payment={payment} />
            <PaymentStatus status={payment.status} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The newest `count` payments, read from the provider. */
export function NewestPaymentsCard(props: { count: number }) {
  const api = useApi();
  const query = useQuery(
    api.functions.getStripePayments.queryOptions({ input: { limit: props.count, type: "all" } }),
  );
  return (
    <SectionCard
      title={t("admin-dashboard.newestPayments")}
      actions={
        <Anchor component={Link} size="sm" to="/admin/dashboard/payments">
          {t("admin-dashboard.allPayments")}
        </Anchor>
      }
    >
      {query.data ? (
        <PaymentRows payments={query.data.payments} />
      ) : query.isError ? (
        <ErrorState
          title={t("toasts.paymentsNotLoaded.title")}
          description={t("toasts.paymentsNotLoaded.description")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingLines lines={6} />
      )}
    </SectionCard>
  );
}
