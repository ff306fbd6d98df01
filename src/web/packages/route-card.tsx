import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { countryByName, originByName } from "#core/country.ts";
import { planRoute } from "#core/route-plan.ts";
import { storedCarrierName } from "#web/i18n/labels.ts";
import { placeName } from "#web/i18n/country-names.ts";
import { RouteLaneNotice } from "#web/calculator/lane-notice.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { FreightEstimate } from "./freight-estimate.tsx";
import { JourneyLine } from "./journey-line.tsx";
import classes from "./route-card.module.css";

const steps = [
  "Your seller ships to our consolidation point in Hong Kong.",
  "We receive, check and weigh the package.",
  "We forward it by post, and you can track every leg here.",
] as const;

/**
 * Explains how a package is forwarded, and estimates the freight.
 * @param props.origin a country's name, like `destination`; empty while not chosen.
 * @param props.weightGrams null while there is no valid weight.
 */
export function RouteCard(props: {
  origin: string;
  destination: string;
  weightGrams: number | null;
}) {
  const [departsAt] = useState(() => new Date());
  const from = originByName(props.origin);
  const to = countryByName(props.destination);
  const route = from === null || to === null ? null : { from: from.code, to: to.code };
  const legs = route === null ? [] : planRoute(route.from, route.to, departsAt);
  const arrival = legs.at(-1)?.estimatedArrival;
  return (
    <SectionCard title="How your package travels">
      <Stack gap="lg">
        <ol className={classes["steps"]}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {route === null ? (
          <Text size="sm" c="dimmed">
            Choose a destination to see the shipping legs.
          </Text>
        ) : (
          <section className={classes["route"]} aria-label="Planned route">
            <Text size="sm" fw={600} mb="md">
              {`To ${placeName(props.destination)}: ${legs.length} ${legs.length === 1 ? "leg" : "legs"}`}
            </Text>
            <JourneyLine legs={legs} />
            <ol className={classes["legs"]}>
              {legs.map((leg) => (
                <li key={leg.legNumber}>
                  <span>{`${placeName(leg.origin)} to ${placeName(leg.destination)}`}</span>
                  <Text span inherit c="dimmed">
                    {storedCarrierName(leg.carrier)}
                  </Text>
                </li>
              ))}
            </ol>
            <Stack gap="sm" mt="md" className={classes["lanes"] ?? ""}>
              <RouteLaneNotice legs={legs} />
            </Stack>
            {arrival === undefined ? null : (
              <Text
                size="sm"
                c="dimmed"
                mt="sm"
                className="figures"
                style={{ whiteSpace: "normal" }}
              >
                {`Estimated arrival by ${momentText(arrival.toISOString())}.`}
              </Text>
            )}
            <FreightEstimate
              weightGrams={props.weightGrams}
              originCode={route.from}
              destinationCode={route.to}
            />
          </section>
        )}
        <Text size="sm" c="dimmed">
          Freight is charged from your wallet at courier cost via the best route. Your plan covers
          service and handling, with no insurance.
        </Text>
      </Stack>
    </SectionCard>
  );
}
