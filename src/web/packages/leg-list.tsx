import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import type { ShippingLeg } from "#contract/packages.ts";
import { carriers } from "#core/carrier.ts";
import { storedCarrierName } from "#web/i18n/labels.ts";
import { placeName } from "#web/i18n/country-names.ts";
import { Code, momentText } from "#web/ui/figures.tsx";
import classes from "./leg-list.module.css";
import { RichText, t } from "./details-messages.ts";
import { PackageStatusBadge } from "./package-status-badge.tsx";

/** The address of the tracking page, with the leg's number and carrier filled in. */
function trackAddress(leg: ShippingLeg & { trackingNumber: string }): string {
  const carrier = carriers.find(({ name }) => name === leg.carrier);
  const query = new URLSearchParams({ number: leg.trackingNumber });
  if (carrier) query.set("carrier", carrier.id);
  return `/dashboard/track?${query.toString()}`;
}

function datesText(leg: ShippingLeg): string | null {
  const departure = leg.estimatedDeparture === null ? null : momentText(leg.estimatedDeparture);
  const arrival = leg.estimatedArrival === null ? null : momentText(leg.estimatedArrival);
  if (departure === null)
    return arrival === null ? null : t("package-details.dates.arrival", { arrival });
  return arrival === null
    ? t("package-details.dates.departure", { departure })
    : t("package-details.dates.both", { departure, arrival });
}

function LegNumber(props: { leg: ShippingLeg }) {
  const { trackingNumber } = props.leg;
  if (trackingNumber === null) return null;
  return (
    <>
      <Code>{trackingNumber}</Code>
      {" · "}
      <Anchor component={Link} to={trackAddress({ ...props.leg, trackingNumber })} size="sm">
        <RichText
          id="package-details.trackLeg"
          values={{ number: props.leg.legNumber }}
          components={{ hidden: <span className="visually-hidden" /> }}
        />
      </Anchor>
    </>
  );
}

export function LegList(props: { legs: readonly ShippingLeg[] }) {
  return (
    <ol className={classes["legs"]}>
      {props.legs.map((leg) => (
        <li key={leg.id} className={classes["leg"]}>
          <span className={classes["number"]} aria-hidden="true">
            {leg.legNumber}
          </span>
          <div className={classes["facts"]}>
            <Text span fw={600}>
              {t("package-details.route", {
                origin: placeName(leg.origin),
                destination: placeName(leg.destination),
              })}
            </Text>
            <Text span size="sm" c="dimmed">
              {leg.carrier === null
                ? t("package-details.carrierToBeAssigned")
                : storedCarrierName(leg.carrier)}
              {leg.trackingNumber === null ? null : " · "}
              <LegNumber leg={leg} />
            </Text>
            {datesText(leg) === null ? null : (
              <Text span size="sm" c="dimmed" className="figures" style={{ whiteSpace: "normal" }}>
                {datesText(leg)}
              </Text>
            )}
            {leg.notes === null ? null : (
              <Text span size="sm" style={{ whiteSpace: "pre-line" }}>
                {leg.notes}
              </Text>
            )}
          </div>
          <PackageStatusBadge status={leg.status} />
        </li>
      ))}
    </ol>
  );
}
