import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { EventList } from "#goods/web/packages/event-list.tsx";
import { moneyText, weightText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

type Event = ShipRequest["events"][number];

function textOf(event: Event, { parcels, choosableParcels, extraServices }: ShipRequest): string {
  const { kind, amountCents, weightGrams, serviceName, reason, labelCode, parcelsCount } = event;
  if (kind === "waiting" && event.waitingReason !== undefined) {
    return t("ship-requests.event.waiting", {
      reason: t(`ship-requests.waitingTitle.${event.waitingReason}`),
    });
  }
  const parcel = [...parcels, ...choosableParcels].find((one) => one.labelCode === labelCode);
  const extra = extraServices.find(({ code }) => code === event.extraServiceCode);
  return t(`ship-requests.event.${kind}`, {
    amount: amountCents === undefined ? "" : moneyText(amountCents),
    hasAmount: String(amountCents !== undefined),
    weight: weightText(weightGrams ?? null),
    service: serviceName ?? "",
    hasService: String(serviceName !== undefined),
    hasReason: String(reason !== undefined && reason !== ""),
    reason: reason ?? "",
    parcel: parcel?.trackingNumber ?? labelCode ?? "",
    name: extra?.name ?? "",
    count: parcelsCount ?? 0,
    mode: event.paymentMode ?? "quote_first",
  });
}

/** What happened to a request, newest first. */
export function RequestHistory(props: { request: ShipRequest }) {
  const { request } = props;
  return <EventList events={request.events} textOf={(event) => textOf(event, request)} />;
}
