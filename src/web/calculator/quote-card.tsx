import { Anchor, Stack, Text } from "@mantine/core";
import Calculator from "lucide-react/icons/calculator";
import { suspensionsOfQuote, type SuspendedLane } from "#core/lane.ts";
import { deliveryTimes, type QuoteRequest, type ServicePriceTo } from "#core/shipping-rate.ts";
import { useCarriers } from "#web/carriers/use-carriers.ts";
import { sentenceGap } from "#web/i18n/join-sentences.ts";
import { publicPath } from "#web/i18n/messages.tsx";
import { deliveryTimeText, rateDestinationName } from "#web/i18n/labels.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Weight } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { QuoteLaneNotice } from "./lane-notice.tsx";
import { t } from "./messages.ts";
import { bandText, serviceLabel } from "./quote-words.ts";

function Price({ amountCents }: { amountCents: number }) {
  return amountCents === 0 ? (
    t("calculator.notAvailable")
  ) : (
    <MoneyWithApproximation amountCents={amountCents} currency="SGD" />
  );
}

type QuoteProps = {
  request: QuoteRequest;
  lanes: readonly SuspendedLane[];
  /** What the services cost that go there. */
  prices: readonly ServicePriceTo[];
};

function Quote({ request, lanes, prices }: QuoteProps) {
  const { nameOf } = useCarriers();
  const { carrierId, service, destinationId, weightGrams } = request;
  const price =
    prices.find((one) => one.carrierId === carrierId && one.service === service) ?? null;
  const amountCents = price?.amountCents ?? 0;
  const suspensions = suspensionsOfQuote(lanes, request);
  const isSuspended = amountCents !== 0 && suspensions.length > 0;
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
          ...(isSuspended
            ? [
                {
                  term: t("calculator.publishedRate"),
                  value: (
                    <Text component="div" inherit ta="right">
                      <Price amountCents={amountCents} />
                    </Text>
                  ),
                },
              ]
            : []),
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
          {isSuspended ? t("calculator.suspended") : <Price amountCents={amountCents} />}
        </Text>
        <Text size="sm" c="dimmed">
          {amountCents === 0
            ? t("calculator.notOffered")
            : isSuspended
              ? t("calculator.notAccepted")
              : t("calculator.estimatedPrice")}
        </Text>
      </div>
      <DefinitionList items={facts} />
      <QuoteLaneNotice lanes={suspensions} />
    </Stack>
  );
}

/**
 * @param request null until weight, carrier, destination and service are all set.
 * @param lanes the suspended lanes.
 */
export function QuoteCard(props: Omit<QuoteProps, "request"> & { request: QuoteRequest | null }) {
  return (
    <SectionCard title={t("calculator.quote")}>
      {props.request === null ? (
        <EmptyState
          icon={<Calculator size={22} />}
          title={t("calculator.noQuote")}
          description={t("calculator.noQuoteHint")}
        />
      ) : (
        <Quote request={props.request} lanes={props.lanes} prices={props.prices} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t("calculator.quoteNote")}
        {sentenceGap()}
        <Anchor href={publicPath("/times")} inherit>
          {t("calculator.measuredTimes")}
        </Anchor>
      </Text>
    </SectionCard>
  );
}
