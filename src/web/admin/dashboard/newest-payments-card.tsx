import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { Link } from "react-router";
import type { Payment } from "#contract/payments.ts";
import { useApi } from "#web/api-of/office.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Moment } from "#web/ui/figures.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import classes from "#web/admin/newest.module.css";
import { PaymentAmount, PaymentStatus, PaymentUser } from "#web/admin/payments/payments-table.tsx";
import { t } from "./messages.ts";

function Rows(props: { payments: readonly Payment[] }) {
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
        <Rows payments={query.data.payments} />
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
