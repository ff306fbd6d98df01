import { Group, Text } from "@mantine/core";
import { useState } from "react";
import type { LegEstimate } from "#tracking/contract/leg-estimates.ts";
import type { Package, ShippingLeg } from "#goods/contract/packages.ts";
import { expectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { storedCarrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { arrivalLine, arrivalText } from "#catalogue/web/i18n/labels.ts";
import { ExplainedText } from "#ui/web/explained-text.tsx";
import { readerLocale } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "./details-messages.ts";

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
