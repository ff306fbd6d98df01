import { Anchor, Text, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import type { LegEstimate } from "#tracking/contract/carrier-events.ts";
import type { ShippingLeg, Package } from "#goods/contract/packages.ts";
import type { SharedLeg } from "#goods/contract/package-shares.ts";
import { trackingPageUrl } from "#catalogue/rules/carrier.ts";
import {
  storedCarrier,
  storedCarrierName,
  useCarriers,
} from "#catalogue/web/carriers/use-carriers.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { Code, momentText, readerLocale } from "#ui/web/figures.tsx";
import classes from "./package-details.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { LegStatusBadge } from "./package-cells.tsx";
import { expectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { arrivalLine, arrivalText } from "#catalogue/web/i18n/labels.ts";
import { ExplainedText } from "#ui/web/hint.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

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
    <ol className={`plain-list ${classes["legs"]}`}>
      {props.legs.map((leg) => (
        <li key={leg.legNumber} className={classes["leg"]}>
          <span className={classes["legNumber"]} aria-hidden="true">
            {leg.legNumber}
          </span>
          <div className={classes["legFacts"]}>
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

type Arrival = { readonly earliestAt: string | null; readonly latestAt: string };

function arrivalOf({ earliestAt, latestAt }: LegEstimate): Arrival | null {
  return latestAt === null ? null : { earliestAt, latestAt };
}

/** Both on one day are one date. */
function hasTwoDays({ earliestAt, latestAt }: Arrival): boolean {
  if (earliestAt === null) return false;
  return new Date(earliestAt).toDateString() !== new Date(latestAt).toDateString();
}

function whenText(arrival: Arrival): string {
  return arrivalText({ kind: "window", ...arrival });
}

/** How an estimate is known. `carrier` is the name of the leg's. */
function basisText(estimate: LegEstimate, arrival: Arrival, carrier: string): string {
  const { basis, parcelsCount: count, since } = estimate;
  if (basis === "published") return t("package-details.expected.published", { carrier });
  if (basis === "planned" || count === null || since === null)
    return t("package-details.expected.planned", { carrier });
  const month = new Date(since).toLocaleDateString(readerLocale(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return hasTwoDays(arrival)
    ? t("package-details.expected.measured", { count, month })
    : t("package-details.expected.measuredShort", { count, month });
}

function silenceText(oneIn: number): string {
  return oneIn <= 1
    ? t("package-details.silentAll")
    : t("package-details.silentOneIn", { count: oneIn });
}

/** When a leg arrives, how that is known, and whether it is late or silent. */
export function LegExpectation(props: {
  leg: Pick<ShippingLeg, "carrier">;
  estimate: LegEstimate | undefined;
}) {
  const { items } = useCarriers();
  const { leg, estimate } = props;
  if (estimate === undefined) return null;
  const { isLate, silentDays, silenceOneIn } = estimate;
  const arrival = arrivalOf(estimate);
  const carrier = storedCarrierName(items, leg.carrier ?? "");
  return (
    <>
      {arrival === null ? null : (
        <Text component="div" size="sm">
          <ExplainedText explanation={basisText(estimate, arrival, carrier)}>
            {t("package-details.expected.leg", { when: whenText(arrival) })}
          </ExplainedText>
        </Text>
      )}
      {isLate || silentDays !== null ? (
        <Group gap="xs" mt={4}>
          {isLate ? (
            <StatusBadge label={t("package-details.late")} color="yellow" size="sm" />
          ) : null}
          {silentDays === null ? null : (
            <StatusBadge
              label={t("package-details.silent", { days: silentDays })}
              color="gray"
              size="sm"
            />
          )}
          {silentDays === null || silenceOneIn === null ? null : (
            <Text span size="sm" c="dimmed">
              {silenceText(silenceOneIn)}
            </Text>
          )}
        </Group>
      ) : null}
    </>
  );
}

/**
 * When the package arrives: when its last leg does. Nothing where that is not known, or should have been already.
 * @param props.estimates of its legs, in order.
 */
export function PackageExpectation(props: { pkg: Package; estimates: readonly LegEstimate[] }) {
  const [now] = useState(() => new Date());
  const arrival = expectedArrival(props.estimates, now);
  if (arrival === null) return null;
  if (arrival.kind === "depends_on_service") {
    return <Text fw={600}>{arrivalLine(arrival)}</Text>;
  }
  return (
    <Text component="div" fw={600}>
      <ExplainedText explanation={t("package-details.expected.sum")}>
        {t("package-details.expected.package", {
          destination: placeName(props.pkg.destination),
          when: whenText(arrival),
        })}
      </ExplainedText>
    </Text>
  );
}
