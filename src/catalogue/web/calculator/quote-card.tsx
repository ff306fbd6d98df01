import { Anchor, Stack, Text } from "@mantine/core";
import Calculator from "lucide-react/icons/calculator";
import type { FreightEstimateFacts } from "#catalogue/contract/quotes.ts";
import { suspensionsOfQuote } from "#catalogue/rules/lane.ts";
import { deliveryTimes, type QuoteRequest } from "#catalogue/rules/shipping-rate.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { deliveryTimeText, rateDestinationName } from "#catalogue/web/i18n/labels.ts";
import { DefinitionList, SectionCard } from "#ui/web/section-card.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Money, Weight } from "#ui/web/figures.tsx";
import {
  Approximation,
  MoneyWithApproximation,
} from "#catalogue/web/ui/money-with-approximation.tsx";
import { DutyNote, QuoteLaneNotice } from "./lane-notice.tsx";
import { bandText, serviceLabel, legCarrier, legName, totalText } from "./route-words.ts";
import type { QuotedLeg, RouteQuote } from "#catalogue/rules/route-quote.ts";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./calculator.module.css";

type Service = Pick<QuoteRequest, "carrierId" | "service">;

type QuoteProps = { estimate: FreightEstimateFacts; request: QuoteRequest };

function Quote({ estimate, request }: QuoteProps) {
  const { nameOf } = useCarriers();
  const { carrierId, service, destinationId, weightGrams } = request;
  const price =
    estimate.services.find((one) => one.carrierId === carrierId && one.service === service) ?? null;
  const destination = rateDestinationName(destinationId);
  const facts = [
    {
      term: t("calculator.route"),
      value: t("calculator.carrierTo", { carrier: nameOf(carrierId), destination }),
    },
    { term: t("common.service"), value: serviceLabel(service) },
    { term: t("common.weight"), value: <Weight weightGrams={weightGrams} /> },
    ...(price === null
      ? []
      : [
          { term: t("calculator.weightBand"), value: bandText(price.working) },
          {
            term: t("calculator.deliveryTime"),
            value: deliveryTimeText(deliveryTimes[carrierId][service]),
          },
        ]),
  ];
  return (
    <Stack gap="md">
      <div role="status">
        <Text component="p" fz="2rem" fw={600} lh={1.25} m={0} className="figures tight">
          {price === null ? (
            t("calculator.notAvailable")
          ) : (
            <Money amountCents={price.amountCents} currency="SGD" />
          )}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <span>
            {price === null ? t("calculator.notOffered") : t("calculator.estimatedPrice")}
          </span>
          {price === null ? null : <Approximation amountCents={price.amountCents} currency="SGD" />}
        </Text>
      </div>
      {/* A suspension stands beside the price, never in its place. */}
      <QuoteLaneNotice lanes={suspensionsOfQuote(estimate.suspensions, request)} />
      <DefinitionList items={facts} />
      <DutyNote countryCode={price === null ? null : estimate.dutyPrepaidIn} />
      <RouteDetails quote={estimate.route} />
    </Stack>
  );
}

/**
 * The quote of the chosen carrier and service. Weight and destination are those of the prices, which may still be the ones
 * before the last change.
 * @param props.estimate null until weight and destination are set, `props.service` until carrier and service are.
 */
export function QuoteCard(props: {
  estimate: FreightEstimateFacts | null;
  service: Service | null;
}) {
  const { estimate, service } = props;
  const destinationId = estimate?.destinationId ?? null;
  return (
    <SectionCard title={t("calculator.quote")}>
      {estimate === null || service === null || destinationId === null ? (
        <EmptyState
          icon={<Calculator size={22} />}
          title={t("calculator.noQuote")}
          description={t("calculator.noQuoteHint")}
        />
      ) : (
        <Quote
          estimate={estimate}
          request={{ ...service, destinationId, weightGrams: estimate.weightGrams }}
        />
      )}
      <Text size="sm" c="dimmed" mt="md">
        <span>{t("calculator.quoteNote")}</span>
        {sentenceGap()}
        <Anchor href={publicPath("/times")} inherit>
          {t("calculator.measuredTimes")}
        </Anchor>
      </Text>
    </SectionCard>
  );
}

function LegPrice({ leg }: { leg: QuotedLeg }) {
  if (leg.amountCents === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t("calculator.noPublishedPrice")}
      </Text>
    );
  }
  if (leg.state === "suspended")
    return <StatusBadge label={t("calculator.suspended")} color="yellow" size="sm" />;
  return (
    <Text span ta="right">
      <MoneyWithApproximation amountCents={leg.amountCents} currency="SGD" />
    </Text>
  );
}

/** What the planned route costs leg by leg, folded. */
function RouteDetails({ quote }: { quote: RouteQuote }) {
  const { legs, totalCents } = quote;
  const { nameOf } = useCarriers();
  return (
    <details className={classes["routeDetails"]}>
      <summary>{t("calculator.routeTotal")}</summary>
      <Stack gap="xs" mt="xs">
        <Text size="sm">
          {totalCents === null ? (
            t("calculator.notAvailable")
          ) : (
            <MoneyWithApproximation amountCents={totalCents} currency="SGD" />
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {totalText(quote)}
        </Text>
        <ol
          className={`plain-list ${classes["routeLegs"]}`}
          aria-label={t("calculator.plannedRoute")}
        >
          {legs.map((leg) => (
            <li key={leg.legNumber} className={classes["routeLeg"]}>
              <Stack gap={2} miw={0}>
                <Text span size="sm" fw={600}>
                  {legName(leg)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {legCarrier(leg, nameOf)}
                </Text>
              </Stack>
              <LegPrice leg={leg} />
            </li>
          ))}
        </ol>
      </Stack>
    </details>
  );
}
