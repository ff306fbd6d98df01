import { Link } from "react-router";
import type { ListedPackage, Package } from "#goods/contract/packages.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { slot } from "#ui/web/slots.ts";
import classes from "./package-cells.module.css";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly waitingStep: { packageId: string; className: string };
  }
}

const WaitingStep = slot("waitingStep");

/** The number under which the leg that is on its way is tracked; null where it has none. */
export function movingNumber(legs: Package["legs"]): string | null {
  return legs.find(({ status }) => status === "in_transit")?.trackingNumber ?? null;
}

/** The page that tracks a number. */
export function trackPath(number: string): string {
  return `/dashboard/track?${new URLSearchParams({ number }).toString()}`;
}

/** What a customer does next about a package; nothing where it is for others to act. */
export function NextStep(props: { pkg: ListedPackage }) {
  const { id, stage, status, trackingNumber, legs } = props.pkg;
  const hasWarehouse = useHasWarehouse();
  const className = classes["step"] ?? "";
  if (hasWarehouse && stage === "ready")
    return (
      <Link
        className={className}
        to={`/dashboard/packages/${id}/ship`}
        aria-label={t("packages.shipNamed", { trackingNumber })}
      >
        {t("packages.ship")}
      </Link>
    );
  if (hasWarehouse && stage === "waiting_for_customer")
    return (
      <LazyPart>
        <WaitingStep packageId={id} className={className} />
      </LazyPart>
    );
  if (status !== "in_transit") return null;
  const number = movingNumber(legs) ?? trackingNumber;
  return (
    <Link
      className={className}
      to={trackPath(number)}
      aria-label={t("packages.trackNamed", { trackingNumber })}
    >
      {t("packages.track")}
    </Link>
  );
}
