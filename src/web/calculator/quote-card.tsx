import { Stack, Text } from "@mantine/core";
import Calculator from "lucide-react/icons/calculator";
import { carrierById } from "#core/carrier.ts";
import { suspensionsOfQuote, type SuspendedLane } from "#core/lane.ts";
import {
  deliveryTimes,
  formatDeliveryTime,
  quoteShippingCents,
  rateDestinations,
  type QuoteRequest,
} from "#core/shipping-rate.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Weight } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { QuoteLaneNotice } from "./lane-notice.tsx";
import { bandText, serviceLabels } from "./quote-words.ts";

function Price(props: { request: QuoteRequest }) {
  const amountCents = quoteShippingCents(props.request);
  return amountCents === 0 ? (
    "Not available"
  ) : (
    <MoneyWithApproximation amountCents={amountCents} currency="SGD" />
  );
}

function Quote(props: { request: QuoteRequest; lanes: readonly SuspendedLane[] }) {
  const { request, lanes } = props;
  const { carrierId, service, destinationId, weightGrams } = request;
  const amountCents = quoteShippingCents(request);
  const suspensions = suspensionsOfQuote(lanes, request);
  const isSuspended = amountCents !== 0 && suspensions.length > 0;
  const destination = rateDestinations.find(({ id }) => id === destinationId)?.name ?? "";
  const facts = [
    { term: "Route", value: `${carrierById(carrierId).name} to ${destination}` },
    { term: "Service", value: serviceLabels[service] },
    { term: "Weight", value: <Weight weightGrams={weightGrams} /> },
    ...(amountCents === 0
      ? []
      : [
          ...(isSuspended
            ? [
                {
                  term: "Published rate",
                  value: (
                    <Text component="div" inherit ta="right">
                      <Price request={request} />
                    </Text>
                  ),
                },
              ]
            : []),
          { term: "Weight band", value: bandText(weightGrams) },
          {
            term: "Delivery time",
            value: formatDeliveryTime(deliveryTimes[carrierId][service]),
          },
        ]),
  ];
  return (
    <Stack gap="md">
      <div role="status">
        <Text component="p" fz="2rem" fw={600} lh={1.25} m={0} className="figures tight">
          {isSuspended ? "Suspended" : <Price request={request} />}
        </Text>
        <Text size="sm" c="dimmed">
          {amountCents === 0
            ? "This carrier does not offer this service to this destination."
            : isSuspended
              ? "This service does not accept packages to this destination at the moment."
              : "Estimated price in Singapore dollars"}
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
export function QuoteCard(props: {
  request: QuoteRequest | null;
  lanes: readonly SuspendedLane[];
}) {
  return (
    <SectionCard title="Quote">
      {props.request === null ? (
        <EmptyState
          icon={<Calculator size={22} />}
          title="Your quote appears here"
          description="Enter the weight, carrier, destination and service."
        />
      ) : (
        <Quote request={props.request} lanes={props.lanes} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        Quotes are estimates in Singapore dollars (SGD). Freight is charged from your wallet, in US
        dollars, at courier cost.
      </Text>
    </SectionCard>
  );
}
