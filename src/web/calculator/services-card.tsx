import { RowButton } from "#web/ui/row-button.tsx";
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import ListOrdered from "lucide-react/icons/list-ordered";
import { useState } from "react";
import { suspensionsOfQuote, type SuspendedLane } from "#core/lane.ts";
import {
  rankServices,
  type MissingService,
  type QuoteRequest,
  type ServiceOffer,
  type ServicePriceTo,
} from "#core/shipping-rate.ts";
import { useCarriers, type NameOf } from "#web/carriers/use-carriers.ts";
import { deliveryTimeText, rateDestinationName } from "#web/i18n/labels.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { weightText } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { suspensionStart } from "./suspension-start.ts";
import { t } from "./messages.ts";
import classes from "./services-card.module.css";

type Order = "price" | "time";
type Service = Pick<QuoteRequest, "carrierId" | "service">;

const orders = () => [
  { value: "price", label: t("calculator.byPrice") },
  { value: "time", label: t("calculator.byTime") },
];

function serviceName({ carrierId, service }: Service, nameOf: NameOf): string {
  return t("calculator.carrierService", { carrier: nameOf(carrierId), service });
}

function missingText(missing: MissingService, place: string, nameOf: NameOf): string {
  const { carrierId, service, reason } = missing;
  const name = nameOf(carrierId);
  return reason === "own_country"
    ? t("calculator.ownCountry", { carrier: name, place })
    : t("calculator.notServed", { carrier: name, service, place });
}

function Offer(props: {
  offer: ServiceOffer;
  /** "Cheapest" or "Fastest" for the first offer. */
  badge: string | null;
  suspension: SuspendedLane | undefined;
  isChosen: boolean;
  onChoose: (service: Service) => void;
}) {
  const { offer, suspension } = props;
  const { carrierId, service } = offer;
  const { nameOf } = useCarriers();
  return (
    <li className={classes["offer"]} data-chosen={props.isChosen}>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text span fw={600}>
            {serviceName(offer, nameOf)}
          </Text>
          {suspension === undefined ? null : (
            <StatusBadge label={t("calculator.suspended")} color="yellow" size="sm" />
          )}
          {props.badge === null ? null : (
            <StatusBadge label={props.badge} color="green" size="sm" />
          )}
        </Group>
        <Text span size="sm" c="dimmed">
          {deliveryTimeText(offer.deliveryTime)}
        </Text>
        {suspension === undefined ? null : (
          <Text span size="sm" c="dimmed">
            {t("calculator.suspendedSince", suspensionStart(suspension))}
          </Text>
        )}
      </Stack>
      <Stack gap={4} align="flex-end">
        <Text span fw={600} ta="right">
          <MoneyWithApproximation amountCents={offer.amountCents} currency="SGD" />
        </Text>
        {props.isChosen ? (
          <Text span size="sm" c="dimmed">
            {t("calculator.selected")}
          </Text>
        ) : (
          <RowButton
            aria-label={t("calculator.chooseNamed", { service: serviceName(offer, nameOf) })}
            onClick={() => props.onChoose({ carrierId, service })}
          >
            {t("calculator.choose")}
          </RowButton>
        )}
      </Stack>
    </li>
  );
}

function Missing(props: { services: readonly MissingService[]; place: string }) {
  const { nameOf } = useCarriers();
  if (props.services.length === 0) return null;
  return (
    <section aria-label={t("calculator.notAvailable")}>
      <Text size="sm" fw={600} mb={4}>
        {t("calculator.notAvailable")}
      </Text>
      <ul className={classes["missing"]}>
        {props.services.map((service) => (
          <li key={serviceName(service, nameOf)}>
            <Text span size="sm">
              {serviceName(service, nameOf)}
            </Text>
            <Text span size="sm" c="dimmed">
              {missingText(service, props.place, nameOf)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ServiceList(props: {
  request: QuoteRequest;
  lanes: readonly SuspendedLane[];
  prices: readonly ServicePriceTo[];
  order: Order;
  onChoose: (service: Service) => void;
}) {
  const { request, lanes, prices, order } = props;
  const { nameOf } = useCarriers();
  const { offers, missing } = rankServices(request.destinationId, prices, order);
  const candidates = offers.map((offer) => ({
    offer,
    suspension: suspensionsOfQuote(lanes, { ...request, ...offer })[0],
  }));
  // Suspended services come last; their published prices are still shown.
  const available = candidates.filter(({ suspension }) => suspension === undefined);
  const suspended = candidates.filter(({ suspension }) => suspension !== undefined);
  return (
    <Stack gap="lg">
      <ol className={classes["offers"]} aria-label={t("calculator.services")}>
        {[...available, ...suspended].map(({ offer, suspension }, index) => (
          <Offer
            key={serviceName(offer, nameOf)}
            offer={offer}
            badge={
              index === 0 && available.length > 1
                ? order === "price"
                  ? t("calculator.cheapest")
                  : t("calculator.fastest")
                : null
            }
            suspension={suspension}
            isChosen={offer.carrierId === request.carrierId && offer.service === request.service}
            onChoose={props.onChoose}
          />
        ))}
      </ol>
      <Missing services={missing} place={rateDestinationName(request.destinationId)} />
    </Stack>
  );
}

/** @param request null until weight, carrier, destination and service are all set. */
export function ServicesCard(props: {
  request: QuoteRequest | null;
  lanes: readonly SuspendedLane[];
  prices: readonly ServicePriceTo[];
  onChoose: (service: Service) => void;
}) {
  const { request } = props;
  const [order, setOrder] = useState<Order>("price");
  return (
    <SectionCard
      title={t("calculator.allServices")}
      {...(request === null
        ? {}
        : {
            description: t("calculator.allServicesFor", {
              weight: weightText(request.weightGrams),
              place: rateDestinationName(request.destinationId),
            }),
          })}
      actions={
        request === null ? null : (
          <SegmentedControl
            size="xs"
            aria-label={t("calculator.sortServices")}
            data={orders()}
            value={order}
            onChange={(value) => setOrder(value === "time" ? "time" : "price")}
          />
        )
      }
    >
      {request === null ? (
        <EmptyState
          icon={<ListOrdered size={22} />}
          title={t("calculator.compare")}
          description={t("calculator.compareHint")}
        />
      ) : (
        <ServiceList
          request={request}
          lanes={props.lanes}
          prices={props.prices}
          order={order}
          onChoose={props.onChoose}
        />
      )}
    </SectionCard>
  );
}
