/** The card of a quote: its price in SGD, its band, its delivery time, and the other ways to ship. */
import { Stack, Table, Text } from "@mantine/core";
import Calculator from "lucide-react/icons/calculator";
import { carrierById } from "#core/carrier.ts";
import {
  deliveryTimes,
  formatDeliveryTime,
  quoteShippingCents,
  rateCarrierIds,
  rateDestinations,
  shippingServices,
  type QuoteRequest,
} from "#core/shipping-rate.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money, Weight } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { bandText, serviceLabels } from "./quote-words.ts";

const notAvailable = "Not available";

function Price(props: { request: QuoteRequest }) {
  const amountCents = quoteShippingCents(props.request);
  return amountCents === 0 ? notAvailable : <Money amountCents={amountCents} currency="SGD" />;
}

/** All carriers and services for the same shipment, so that they can be compared. */
function Comparison(props: { request: QuoteRequest }) {
  const { request } = props;
  const ways = rateCarrierIds.flatMap((carrierId) =>
    shippingServices.map((service) => ({ ...request, carrierId, service })),
  );
  return (
    <Table horizontalSpacing={0} aria-label="All services for this shipment">
      <Table.Tbody>
        {ways.map((way) => (
          <Table.Tr
            key={`${way.carrierId} ${way.service}`}
            fw={way.carrierId === request.carrierId && way.service === request.service ? 600 : 400}
          >
            <Table.Td>
              {`${carrierById(way.carrierId).name}, ${serviceLabels[way.service].toLowerCase()}`}
              <Text size="xs" c="dimmed" fw={400}>
                {formatDeliveryTime(deliveryTimes[way.carrierId][way.service])}
              </Text>
            </Table.Td>
            <Table.Td ta="end">
              <Price request={way} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Quote(props: { request: QuoteRequest }) {
  const { request } = props;
  const { carrierId, service, destinationId, weightGrams } = request;
  const amountCents = quoteShippingCents(request);
  const destination = rateDestinations.find(({ id }) => id === destinationId)?.name ?? "";
  const facts = [
    { term: "Route", value: `${carrierById(carrierId).name} to ${destination}` },
    { term: "Service", value: serviceLabels[service] },
    { term: "Weight", value: <Weight weightGrams={weightGrams} /> },
    ...(amountCents === 0
      ? []
      : [
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
          <Price request={request} />
        </Text>
        <Text size="sm" c="dimmed">
          {amountCents === 0
            ? "This carrier does not offer this service to this destination."
            : "Estimated price in Singapore dollars"}
        </Text>
      </div>
      <DefinitionList items={facts} />
      <section>
        <Text size="sm" fw={600} mb={4}>
          Compare
        </Text>
        <Comparison request={request} />
      </section>
    </Stack>
  );
}

/** @param request null until weight, carrier, destination and service are all set. */
export function QuoteCard(props: { request: QuoteRequest | null }) {
  return (
    <SectionCard title="Quote">
      {props.request === null ? (
        <EmptyState
          icon={<Calculator size={22} />}
          title="Your quote appears here"
          description="Set weight, carrier, destination and service."
        />
      ) : (
        <Quote request={props.request} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        Quotes are estimates in Singapore dollars (SGD). Freight is charged from your wallet, in US
        dollars, at courier cost.
      </Text>
    </SectionCard>
  );
}
