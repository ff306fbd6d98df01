import {
  isSetAgainstLegs,
  type LegStatus,
  type PackageStatus,
} from "#tracking/rules/package-status.ts";
import { setByStaffLabel } from "./package-labels.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import badgeClasses from "./package-status-badge.module.css";

const colors: Readonly<Record<PackageStatus | LegStatus, StatusColor>> = {
  pending: "gray",
  processing: "yellow",
  in_transit: "sea",
  delivered: "green",
  voided: "red",
  cancelled: "red",
};

type BadgeSize = "sm" | "md";

/** The status of a leg. */
export function LegStatusBadge(props: { status: LegStatus }) {
  return (
    <span className={badgeClasses["whole"]}>
      <StatusBadge label={statusLabel(props.status)} color={colors[props.status]} size="md" />
    </span>
  );
}

/** The status of a package, and that staff set it where its legs say something else. */
export function PackageStatusBadge(props: {
  pkg: Parameters<typeof isSetAgainstLegs>[0];
  size?: BadgeSize;
}) {
  const { status } = props.pkg;
  return (
    <span className={badgeClasses["whole"]}>
      <StatusBadge label={statusLabel(status)} color={colors[status]} size={props.size ?? "md"} />
      {isSetAgainstLegs(props.pkg) ? (
        <span className={badgeClasses["byStaff"]}>{setByStaffLabel()}</span>
      ) : null}
    </span>
  );
}
