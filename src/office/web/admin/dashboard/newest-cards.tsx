import { Anchor } from "@mantine/core";
import Package from "lucide-react/icons/package";
import { Link } from "react-router";
import type { Shipment } from "#goods/contract/packages.ts";
import { PackageStatusBadge } from "#goods/web/packages/package-cells.tsx";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { ShipmentCustomer } from "#goods/web/admin/shipments/shipment-customer.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import type { Payment } from "#money/contract/payments.ts";
import { useApi } from "#office/web/api.ts";
import {
  PaymentAmount,
  PaymentStatus,
  PaymentUser,
} from "#money/web/admin/payments/payments-table.tsx";

type NewestShipments = {
  readonly data: { readonly items: readonly Shipment[] } | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

function PackageRows(props: { shipments: readonly Shipment[] }) {
  if (props.shipments.length === 0) {
    return (
      <EmptyState
        icon={<Package size={22} />}
        title={t("sentences.noPackagesFound")}
        description={t("admin-dashboard.noPackagesHint")}
      />
    );
  }
  return (
    <ul className="plain-list">
      {props.shipments.map((pkg) => (
        <li key={pkg.id} className={classes["newestRow"]}>
          <div className={classes["newestMain"]}>
            <Anchor
              component={Link}
              underline="hover"
              fw={600}
              to={`/admin/dashboard/shipments?${new URLSearchParams({ package: pkg.id }).toString()}`}
            >
              <Code>{pkg.trackingNumber}</Code>
            </Anchor>
            <span className={classes["newestQuiet"]}>
              <ShipmentCustomer pkg={pkg} />
            </span>
          </div>
          <div className={classes["side"]}>
            <PackageStatusBadge pkg={pkg} />
            <span className={classes["newestQuiet"]}>
              <Moment at={pkg.createdAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function NewestPackagesCard(props: { query: NewestShipments }) {
  const { query } = props;
  const { data } = query;
  useFailureToast(query.error, toastText("packagesNotLoadedForStaff"));
  return (
    <SectionCard
      title={t("admin-dashboard.newestPackages")}
      actions={
        <Anchor component={Link} size="sm" to="/admin/dashboard/shipments">
          {t("admin-dashboard.allShipments")}
        </Anchor>
      }
    >
      {data ? (
        <PackageRows shipments={data.items} />
      ) : (
        <NotLoaded
          query={query}
          failure={{ title: t("toasts.packagesNotLoadedForStaff.title") }}
          lines={6}
        />
      )}
    </SectionCard>
  );
}

function PaymentRows(props: { payments: readonly Payment[] }) {
  if (props.payments.length === 0) {
    return <EmptyState icon={<CreditCard size={22} />} title={t("sentences.noPayments")} />;
  }
  return (
    <ul className="plain-list">
      {props.payments.map((payment) => (
        <li key={payment.id} className={classes["newestRow"]}>
          <div className={classes["newestMain"]}>
            <Anchor
              component={Link}
              underline="hover"
              fw={500}
              c="inherit"
              to={`/admin/dashboard/payments?${new URLSearchParams({ search: payment.id }).toString()}`}
            >
              {payment.description}
            </Anchor>
            <span className={classes["newestLine"]}>
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
      ) : (
        <NotLoaded
          query={query}
          failure={{
            title: t("toasts.paymentsNotLoaded.title"),
            description: t("toasts.paymentsNotLoaded.description"),
          }}
          lines={6}
        />
      )}
    </SectionCard>
  );
}
