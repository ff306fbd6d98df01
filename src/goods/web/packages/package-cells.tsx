import PackageIcon from "lucide-react/icons/package";
import { useState, type ReactNode } from "react";
import type { ListedPackage, ShippingLeg } from "#goods/contract/packages.ts";
import { Code } from "#ui/web/figures.tsx";
import classes from "./package-cells.module.css";
import type { Elements } from "#ui/web/elements.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { Hint } from "#ui/web/hint.tsx";
import {
  isSetAgainstLegs,
  type LegStatus,
  type PackageStatus,
} from "#tracking/rules/package-status.ts";
import { setByStaffLabel } from "./package-labels.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";

function Thumbnail(props: { address: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={`cover-image ${classes["titleThumbnail"]}`}>
      {props.address === null || isBroken ? (
        <PackageIcon size={20} aria-hidden="true" />
      ) : (
        <img src={props.address} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  );
}

/** Our number of a package before its tracking number, once there is a warehouse. */
export function OwnNumber(props: { pkg: Pick<ListedPackage, "number"> }) {
  if (!useHasWarehouse()) return null;
  // The blank keeps it apart from the next number where both are read or copied.
  const text = `${packageNumberText(props.pkg.number)} `;
  return <span className={classes["ownNumber"]}>{text}</span>;
}

/**
 * The first image, description and numbers of a package in a list.
 * @param props.number replaces the tracking number, to make it a link.
 * @param props.children further lines.
 */
export function PackageTitle(props: {
  pkg: Pick<ListedPackage, "description" | "number" | "trackingNumber" | "thumbnailUrl">;
  number?: ReactNode;
  children?: Elements;
}) {
  const { description, trackingNumber, thumbnailUrl } = props.pkg;
  return (
    <div className={classes["title"]}>
      <Thumbnail key={thumbnailUrl} address={thumbnailUrl} />
      <div className={classes["titleText"]}>
        {description === null ? null : (
          <span className={classes["description"]} title={description}>
            {description}
          </span>
        )}
        <span
          className={classes["titleNumber"]}
          data-alone={description === null}
          data-above={props.number !== undefined}
        >
          <OwnNumber pkg={props.pkg} />
          <span className={classes["wholeNumber"]}>
            {props.number ?? <Code>{trackingNumber}</Code>}
          </span>
        </span>
        {props.children}
      </div>
    </div>
  );
}

function legText(leg: ShippingLeg): string {
  const { legNumber } = leg;
  const origin = placeName(leg.origin);
  const destination = placeName(leg.destination);
  const status = statusLabel(leg.status);
  return t("common.legStatus", { number: legNumber, origin, destination, status });
}

/** A bar with one segment per leg; tooltips and screen readers get the status as text. */
export function LegTrack(props: { legs: readonly ShippingLeg[] }) {
  if (props.legs.length === 0) return <span>{t("common.legsNotSetUp")}</span>;
  return (
    <ul className={`plain-list ${classes["track"]}`} aria-label={t("common.shippingLegs")}>
      {props.legs.map((leg) => (
        <Hint key={leg.id} label={legText(leg)}>
          <li className={classes["segment"]} data-status={leg.status}>
            <span className="visually-hidden">{legText(leg)}</span>
          </li>
        </Hint>
      ))}
    </ul>
  );
}

const colors: Readonly<Record<PackageStatus | LegStatus, StatusColor>> = {
  pending: "gray",
  processing: "yellow",
  in_transit: "sea",
  delivered: "green",
  voided: "red",
  cancelled: "red",
};

type BadgeSize = "sm" | "md";

/** The status of a leg, or of a package where its legs are not known. */
export function LegStatusBadge(props: { status: PackageStatus | LegStatus }) {
  return (
    <span className={classes["whole"]}>
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
    <span className={classes["whole"]}>
      <StatusBadge label={statusLabel(status)} color={colors[status]} size={props.size ?? "md"} />
      {isSetAgainstLegs(props.pkg) ? (
        <span className={classes["byStaff"]}>{setByStaffLabel()}</span>
      ) : null}
    </span>
  );
}
