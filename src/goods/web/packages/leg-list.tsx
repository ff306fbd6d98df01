import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import type { LegEstimate } from "#tracking/contract/leg-estimates.ts";
import type { ShippingLeg } from "#goods/contract/packages.ts";
import type { SharedLeg } from "#goods/contract/package-shares.ts";
import { trackingPageUrl } from "#catalogue/rules/carrier.ts";
import {
  storedCarrier,
  storedCarrierName,
  useCarriers,
} from "#catalogue/web/carriers/use-carriers.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { Code, momentText } from "#ui/web/figures.tsx";
import classes from "./leg-list.module.css";
import { RichText, t } from "./details-messages.ts";
import { LegExpectation } from "./leg-expectation.tsx";
import { LegStatusBadge } from "./package-status-badge.tsx";

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

/** What a link shares of a leg lacks number and notes. */
type ListedLeg = SharedLeg & Partial<Pick<ShippingLeg, "trackingNumber" | "notes">>;

/** What happened, in place of what was expected. */
function actualDatesText({ departedAt, arrivedAt }: ListedLeg): string | null {
  const departure = departedAt === null ? null : momentText(departedAt);
  const arrival = arrivedAt === null ? null : momentText(arrivedAt);
  if (departure === null)
    return arrival === null ? null : t("package-details.dates.arrived", { arrival });
  return arrival === null
    ? t("package-details.dates.departed", { departure })
    : t("package-details.dates.departedAndArrived", { departure, arrival });
}

/** What was planned, until it has happened or is expected from the departure. */
function datesText(leg: ListedLeg, estimate: LegEstimate | undefined): string | null {
  const { estimatedDeparture, estimatedArrival, departedAt, arrivedAt } = leg;
  const hasLeft = departedAt !== null || arrivedAt !== null;
  const isExpected = hasLeft && (estimate?.latestAt ?? null) !== null;
  const departure = estimatedDeparture === null || hasLeft ? null : momentText(estimatedDeparture);
  const arrival =
    estimatedArrival === null || arrivedAt !== null || isExpected
      ? null
      : momentText(estimatedArrival);
  if (departure === null)
    return arrival === null ? null : t("package-details.dates.arrival", { arrival });
  return arrival === null
    ? t("package-details.dates.departure", { departure })
    : t("package-details.dates.both", { departure, arrival });
}

function LegNumber(props: { leg: ListedLeg; carrier: Carrier | null }) {
  const { trackingNumber = null } = props.leg;
  if (trackingNumber === null) return null;
  return (
    <>
      <Code>{trackingNumber}</Code>
      <span> · </span>
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

/** @param props.estimates when the remaining legs arrive. */
export function LegList(props: { legs: readonly ListedLeg[]; estimates?: readonly LegEstimate[] }) {
  const { items } = useCarriers();
  const estimateOf = ({ legNumber }: ListedLeg) =>
    props.estimates?.find((estimate) => estimate.legNumber === legNumber);
  return (
    <ol className={classes["legs"]}>
      {props.legs.map((leg) => (
        <li key={leg.legNumber} className={classes["leg"]}>
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
              <span>
                {leg.carrier === null
                  ? t("package-details.carrierToBeAssigned")
                  : storedCarrierName(items, leg.carrier)}
              </span>
              {leg.trackingNumber ? <span> · </span> : null}
              <LegNumber leg={leg} carrier={storedCarrier(items, leg.carrier)} />
            </Text>
            {[actualDatesText(leg), datesText(leg, estimateOf(leg))].map((text) =>
              text === null ? null : (
                <Text
                  key={text}
                  span
                  size="sm"
                  c="dimmed"
                  className="figures"
                  style={{ whiteSpace: "normal" }}
                >
                  {text}
                </Text>
              ),
            )}
            <LegExpectation leg={leg} estimate={estimateOf(leg)} />
            {leg.notes ? (
              <Text span size="sm" style={{ whiteSpace: "pre-line" }}>
                {leg.notes}
              </Text>
            ) : null}
          </div>
          <LegStatusBadge status={leg.status} />
        </li>
      ))}
    </ol>
  );
}
