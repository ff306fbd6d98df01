import type { ShippingLeg } from "#goods/contract/packages.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { Hint } from "#ui/web/hint.tsx";
import trackClasses from "./leg-track.module.css";

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
    <ul className={trackClasses["track"]} aria-label={t("common.shippingLegs")}>
      {props.legs.map((leg) => (
        <Hint key={leg.id} label={legText(leg)}>
          <li className={trackClasses["segment"]} data-status={leg.status}>
            <span className="visually-hidden">{legText(leg)}</span>
          </li>
        </Hint>
      ))}
    </ul>
  );
}
