import { Split, SectionCard } from "#ui/web/section-card.tsx";
import { PackageForm } from "./package-form.tsx";
import { weightGramsOf } from "./package-fields.tsx";
import { usePackageForm } from "./use-package-form.ts";
import { Stack, Text, Anchor } from "@mantine/core";
import { useState } from "react";
import {
  countryByName,
  originByName,
  standsIn,
  type CountryCode,
  type OriginCode,
} from "#catalogue/rules/country.ts";
import { planRoute } from "#catalogue/rules/route-plan.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { arrivalLine } from "#catalogue/web/i18n/labels.ts";
import { RouteLaneNotice, DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { momentText, weightText } from "#ui/web/figures.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { JourneyLine } from "./journey-line.tsx";
import { t, RichText } from "#ui/web/i18n/messages.tsx";
import classes from "./packages.module.css";
import { Link } from "react-router";
import { quotableWeight } from "#catalogue/rules/shipping-rate.ts";
import { useFreightEstimate } from "#catalogue/web/calculator/use-freight-estimate.ts";
import { totalText } from "#catalogue/web/calculator/route-words.ts";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";

/** The form and the route of the package. */
export function NewPackage() {
  const form = usePackageForm();
  const { origin, destination, estimatedWeight } = form.fields.values;
  return (
    <Split
      first={<PackageForm {...form} />}
      second={
        <RouteCard
          origin={origin}
          destination={destination}
          weightGrams={weightGramsOf(estimatedWeight)}
        />
      }
    />
  );
}

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
        <ol className={`plain-list ${classes["routeSteps"]}`}>
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
            <ol className={classes["routeLegs"]}>
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

function Estimate(props: {
  weightGrams: number | null;
  originCode: OriginCode;
  destinationCode: CountryCode;
}) {
  const { weightGrams, originCode, destinationCode } = props;
  const { minimumGrams, maximumGrams } = quotableWeight;
  const isQuotable =
    weightGrams !== null && weightGrams >= minimumGrams && weightGrams <= maximumGrams;
  const { estimate } = useFreightEstimate(
    isQuotable
      ? { originCode, to: { countryCode: destinationCode }, weightGrams, destinationId: null }
      : null,
  );
  if (weightGrams === null) return <span>{t("package-details.estimate.enterWeight")}</span>;
  if (!isQuotable)
    return (
      <span>
        {t("package-details.estimate.range", {
          minimum: weightText(minimumGrams),
          maximum: weightText(maximumGrams),
        })}
      </span>
    );
  if (estimate === null) return <span>{t("package-details.estimate.notLoaded")}</span>;
  const { route: quote } = estimate;
  return (
    <>
      {quote.totalCents === null ? null : (
        <Text component="span" display="block" size="md" fw={600}>
          <RichText
            id="package-details.estimate.amount"
            values={{
              weight: weightText(estimate.weightGrams),
              amount: <MoneyWithApproximation amountCents={quote.totalCents} currency="SGD" />,
            }}
          />
        </Text>
      )}
      <span>{totalText(quote)}</span>
      {quote.totalCents === null ? null : <DutyNote countryCode={estimate.dutyPrepaidIn} />}
    </>
  );
}

/** The total of the planned route for the entered weight, with a link to the calculator. */
function FreightEstimate(props: {
  weightGrams: number | null;
  originCode: OriginCode;
  destinationCode: CountryCode;
}) {
  const { weightGrams, originCode, destinationCode } = props;
  const address = new URLSearchParams({
    ...(weightGrams === null ? {} : { weight: String(weightGrams / 1000) }),
    origin: originCode,
    destination: destinationCode,
  });
  return (
    <Stack gap={4} mt="md">
      <Text size="sm" c="dimmed" component="div" aria-live="polite">
        <Estimate {...props} />
      </Text>
      <Anchor component={Link} to={`/dashboard/shipping-calculator?${address}`} size="sm">
        {t("package-details.estimate.openCalculator")}
      </Anchor>
    </Stack>
  );
}
