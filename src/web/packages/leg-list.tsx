import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Carrier } from "#contract/carriers.ts";
import type { ShippingLeg } from "#contract/packages.ts";
import { trackingPageUrl } from "#core/carrier.ts";
import { storedCarrier, storedCarrierName, useCarriers } from "#web/carriers/use-carriers.ts";
import { placeName } from "#web/i18n/country-names.ts";
import { Code, momentText } from "#web/ui/figures.tsx";
import classes from "./leg-list.module.css";
import { RichText, t } from "./details-messages.ts";
import { PackageStatusBadge } from "./package-status-badge.tsx";

/** A link to Track Shipment or, for a carrier that is not listed there, to the carrier's own page. */
function TrackLink(props: {
  carrier: Carrier | null;
  trackingNumber: string;
  children: ReactNode;
}) {
  const { carrier, trackingNumber, children } = props;
  if (carrier !== null && !carrier.isOnTrackPage && carrier.trackingPage !== null) {
    const address = trackingPageUrl(carrier.trackingPage, trackingNumber);
    return (
      <Anchor href={address} target="_blank" rel="noopener" size="sm">
        {children}
      </Anchor>
    );
  }
  const query = new URLSearchParams({ number: trackingNumber });
  if (carrier?.isOnTrackPage) query.set("carrier", carrier.code);
  return (
    <Anchor component={Link} to={`/dashboard/track?${query.toString()}`} size="sm">
      {children}
    </Anchor>
  );
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

function LegNumber(props: { leg: ShippingLeg; carrier: Carrier | null }) {
  const { trackingNumber } = props.leg;
  if (trackingNumber === null) return null;
  return (
    <>
      <Code>{trackingNumber}</Code>
      {" · "}
      <TrackLink carrier={props.carrier} trackingNumber={trackingNumber}>
        <RichText
          id="package-details.trackLeg"
          values={{ number: props.leg.legNumber }}
          components={{ hidden: <span className="visually-hidden" /> }}
        />
      </TrackLink>
    </>
  );
}

export function LegList(props: { legs: readonly ShippingLeg[] }) {
  const { items } = useCarriers();
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
                : storedCarrierName(items, leg.carrier)}
              {leg.trackingNumber === null ? null : " · "}
              <LegNumber leg={leg} carrier={storedCarrier(items, leg.carrier)} />
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
