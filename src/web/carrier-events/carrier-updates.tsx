import { Stack, Text, Title } from "@mantine/core";
import type { CarrierEvent } from "#contract/carrier-events.ts";
import type { ShippingLeg } from "#contract/packages.ts";
import { storedCarrierName, useCarriers } from "#web/carriers/use-carriers.ts";
import line from "#web/ui/event-line.module.css";
import { countryText, placeName } from "#web/i18n/country-names.ts";
import classes from "./carrier-updates.module.css";
import { eventTimeText } from "./event-time-text.ts";
import { t } from "./messages.ts";
import { RefreshButton } from "./refresh-button.tsx";

/** Whether the leg's carrier may still report something. */
function isTrackable({ trackingNumber, status }: ShippingLeg): boolean {
  return trackingNumber !== null && (status === "pending" || status === "in_transit");
}

/** Empty where the carrier named none. */
function placeText({ place, country }: CarrierEvent): string {
  if (country === null) return place ?? "";
  const name = countryText(country);
  if (place === null || place === "") return name;
  const isNamed = place.toLowerCase().includes(name.toLowerCase());
  return isNamed ? place : t("carrier-events.place", { place, country: name });
}

function stageText({ stage }: CarrierEvent): string {
  return stage === null ? t("carrier-events.otherStage") : t(`carrier-events.stage.${stage}`);
}

function Event(props: { event: CarrierEvent }) {
  const { event } = props;
  const place = placeText(event);
  const stage = stageText(event);
  const { description } = event;
  return (
    <li className={`${line["item"]} ${classes["event"]}`} data-stage={event.stage ?? "unknown"}>
      <Text span fw={500} size="sm">
        {stage}
      </Text>
      {description === "" || description.toLowerCase() === stage.toLowerCase() ? null : (
        <Text span size="sm" c="dimmed">
          <span className="visually-hidden">{t("carrier-events.words")} </span>
          {/* Carriers write in any script and direction, which must not turn the text around it. */}
          <bdi>{description}</bdi>
        </Text>
      )}
      <Text span size="xs" c="dimmed">
        {place === "" ? null : (
          <>
            <bdi>{place}</bdi>
            {" · "}
          </>
        )}
        <time dateTime={event.occurredAt} className={`figures ${classes["time"] ?? ""}`}>
          {eventTimeText(event)}
        </time>
        {event.byStaff ? ` · ${t("carrier-events.byStaff")}` : null}
      </Text>
    </li>
  );
}

function LegEvents(props: {
  leg: ShippingLeg;
  events: readonly CarrierEvent[];
  mayRefresh: boolean;
}) {
  const { leg, events } = props;
  const { items } = useCarriers();
  const route = t("carrier-events.leg", {
    number: leg.legNumber,
    origin: placeName(leg.origin),
    destination: placeName(leg.destination),
  });
  return (
    <section aria-label={route}>
      <div className={classes["heading"]}>
        <div>
          <Text fw={600} size="sm">
            {route}
          </Text>
          {leg.carrier === null ? null : (
            <Text size="xs" c="dimmed">
              {storedCarrierName(items, leg.carrier)}
            </Text>
          )}
        </div>
        {props.mayRefresh && isTrackable(leg) ? <RefreshButton leg={leg} /> : null}
      </div>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("carrier-events.none")}
        </Text>
      ) : (
        <ol className={line["line"]} reversed>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

/**
 * The section with what carriers report about all legs of a package, the latest leg and event first.
 * @param props.events the latest first.
 * @param props.mayRefresh whether the reader may ask carriers for news.
 */
export function CarrierUpdates(props: {
  legs: readonly ShippingLeg[];
  events: readonly CarrierEvent[];
  mayRefresh: boolean;
}) {
  const { events } = props;
  const shown = props.legs
    .map((leg) => ({ leg, events: events.filter(({ legNumber }) => legNumber === leg.legNumber) }))
    .filter((group) => group.events.length > 0 || isTrackable(group.leg))
    .toReversed();
  return (
    <section aria-label={t("carrier-events.title")}>
      <Title order={3} size="h5" mb="sm">
        {t("carrier-events.title")}
      </Title>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("carrier-events.noNumber")}
        </Text>
      ) : (
        <Stack gap="lg">
          {shown.map((group) => (
            <LegEvents key={group.leg.id} {...group} mayRefresh={props.mayRefresh} />
          ))}
        </Stack>
      )}
    </section>
  );
}
