import type { LegStatus, PackageStatus } from "#core/package-status.ts";
import { statusLabel } from "#web/i18n/status-label.ts";
import { StatusBadge, type StatusColor } from "#web/ui/status-badge.tsx";
import classes from "./package-status-badge.module.css";

const colors: Readonly<Record<PackageStatus | LegStatus, StatusColor>> = {
  pending: "gray",
  processing: "yellow",
  in_transit: "sea",
  delivered: "green",
  voided: "red",
  cancelled: "red",
};

export function PackageStatusBadge(props: {
  status: PackageStatus | LegStatus;
  size?: "sm" | "md";
}) {
  return (
    <span className={classes["whole"]}>
      <StatusBadge
        label={statusLabel(props.status)}
        color={colors[props.status]}
        size={props.size ?? "md"}
      />
    </span>
  );
}
