import { Title } from "@mantine/core";
import type { CarrierEvent } from "#contract/carrier-events.ts";
import type { ShippingLeg } from "#contract/packages.ts";
import { CarrierEventList } from "./carrier-event-list.tsx";
import { t } from "./messages.ts";

/**
 * The section with what carriers report about a package.
 * @param props.events the latest first.
 * @param props.mayRefresh whether the reader may ask carriers for news.
 */
export function CarrierUpdates(props: {
  legs: readonly ShippingLeg[];
  events: readonly CarrierEvent[];
  mayRefresh: boolean;
}) {
  return (
    <section aria-label={t("carrier-events.title")}>
      <Title order={3} size="h5" mb="sm">
        {t("carrier-events.title")}
      </Title>
      <CarrierEventList legs={props.legs} events={props.events} mayRefresh={props.mayRefresh} />
    </section>
  );
}
