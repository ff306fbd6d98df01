import { Anchor } from "@mantine/core";
import Package from "lucide-react/icons/package";
import { Link } from "react-router";
import type { Shipment } from "#goods/contract/packages.ts";
import { PackageStatusBadge } from "#goods/web/packages/package-status-badge.tsx";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { ErrorState } from "#ui/web/error-state.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { ShipmentCustomer } from "#goods/web/admin/shipments/shipment-customer.tsx";
import { useFailureToast } from "#ui/web/failure-toast.ts";
import classes from "#ui/web/admin/newest.module.css";
import { t, toastText } from "./messages.ts";

type NewestShipments = {
  readonly data: { readonly items: readonly Shipment[] } | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
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
    <ul className={classes["rows"]}>
      {props.shipments.map((shipment) => (
        <li key={shipment.id} className={classes["row"]}>
          <div className={classes["main"]}>
            <Anchor
              component={Link}
              underline="hover"
              fw={600}
              to={`/admin/dashboard/shipments?${new URLSearchParams({ package: shipment.id }).toString()}`}
            >
              <Code>{shipment.trackingNumber}</Code>
            </Anchor>
            <span className={classes["quiet"]}>
              <ShipmentCustomer shipment={shipment} />
            </span>
          </div>
          <div className={classes["side"]}>
            <PackageStatusBadge pkg={shipment} />
            <span className={classes["quiet"]}>
              <Moment at={shipment.createdAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function NewestPackagesCard(props: { query: NewestShipments }) {
  const { data, error, isFetching, refetch } = props.query;
  useFailureToast(error, toastText("packagesNotLoadedForStaff"));
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
      ) : error ? (
        <ErrorState
          title={t("toasts.packagesNotLoadedForStaff.title")}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingLines lines={6} />
      )}
    </SectionCard>
  );
}
