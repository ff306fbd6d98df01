import { Text } from "@mantine/core";
import type { ShipmentEvent } from "#goods/contract/packages.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import { eventText } from "#goods/web/packages/package-event-list.tsx";
import { Moment } from "#ui/web/figures.tsx";
import classes from "./package-history.module.css";
import { t } from "./details-messages.ts";

function actorOf({ byCarrier, byStaff, actorEmail }: ShipmentEvent): string {
  if (byCarrier) return t("admin-shipment-details.carrier");
  return byStaff ? (actorEmail ?? t("admin-shipment-details.staff")) : t("common.customer");
}

/** @param props.events oldest first, shown newest first. */
export function PackageHistory(props: { events: readonly ShipmentEvent[] }) {
  const { items } = useCarriers();
  if (props.events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-shipment-details.noHistory")}
      </Text>
    );
  }
  return (
    <ol className={classes["events"]} reversed>
      {props.events.toReversed().map((event) => (
        <li key={event.id} className={classes["event"]}>
          <span className={classes["what"]}>{eventText(event, items)}</span>
          <span className={classes["when"]}>
            <span>{actorOf(event)}</span>
            <span> · </span>
            <Moment at={event.createdAt} withTime />
          </span>
        </li>
      ))}
    </ol>
  );
}
