import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { countryByName, originByName, standsIn } from "#catalogue/rules/country.ts";
import { planRoute } from "#catalogue/rules/route-plan.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { arrivalLine } from "#catalogue/web/i18n/labels.ts";
import { RouteLaneNotice } from "#catalogue/web/calculator/lane-notice.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { FreightEstimate } from "./freight-estimate.tsx";
import { JourneyLine } from "./journey-line.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./route-card.module.css";

// Nobody has chosen a service for a package that is not registered yet.
const unknownArrival = { kind: "depends_on_service" } as const;

const steps = [
  "package-details.routeStep.ship",
  "package-details.routeStep.receive",
  "package-details.routeStep.forward",
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
  const { nameOf } = useCarriers();
  const hasWarehouse = useHasWarehouse();
  const [departsAt] = useState(() => new Date());
  const from = originByName(props.origin);
  const to = countryByName(props.destination);
  const route = from === null || to === null ? null : { from: from.code, to: to.code };
  const legs = route === null ? [] : planRoute(route.from, route.to, departsAt);
  const arrival = legs.at(-1)?.estimatedArrival;
  return (
    <SectionCard title={t("package-details.routeTitle")}>
      <Stack gap="lg">
        <ol className={classes["steps"]}>
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        {route === null ? (
          <Text size="sm" c="dimmed">
            {t("package-details.chooseDestination")}
          </Text>
        ) : (
          <section className={classes["route"]} aria-label={t("package-details.plannedRoute")}>
            <Text size="sm" fw={600} mb="md">
              {t("package-details.routeTo", {
                destination: placeName(props.destination),
                count: legs.length,
              })}
            </Text>
            <JourneyLine legs={legs} />
            <ol className={classes["legs"]}>
              {legs.map((leg) => (
                <li key={leg.legNumber}>
                  <span>
                    {t("package-details.route", {
                      origin: placeName(leg.origin),
                      destination: placeName(leg.destination),
                    })}
                  </span>
                  <Text span inherit c="dimmed">
                    {nameOf(leg.carrierId)}
                  </Text>
                </li>
              ))}
            </ol>
            <Stack gap="sm" mt="md" className={classes["lanes"] ?? ""}>
              <RouteLaneNotice legs={legs} />
            </Stack>
            {hasWarehouse && standsIn(route.from) === "HK" ? (
              <Text size="sm" c="dimmed" mt="sm">
                {arrivalLine(unknownArrival)}
              </Text>
            ) : arrival === undefined ? null : (
              <Text
                size="sm"
                c="dimmed"
                mt="sm"
                className="figures"
                style={{ whiteSpace: "normal" }}
              >
                {t("package-details.estimatedArrival", { date: momentText(arrival.toISOString()) })}
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
          {t("package-details.freightNote")}
        </Text>
      </Stack>
    </SectionCard>
  );
}
