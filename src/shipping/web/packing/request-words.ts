// How the packing desk names a ship request and its state.
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { QueuedShipRequest } from "#shipping/contract/packing.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import type { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Whose a box is where they have no member code, their plan, and where it goes. */
export function requestFacts(request: QueuedShipRequest): string[] {
  const { memberCode, customerInitial, plan, destination } = request;
  return [
    memberCode === null ? customerInitial : "",
    plan ?? t("packing.noPlan"),
    destination === null ? "" : placeName(destination),
  ].filter(Boolean);
}

/** The state, or what a waiting request waits for. */
export function stateText(request: Pick<QueuedShipRequest, "state" | "waitingReason">): string {
  const { state, waitingReason } = request;
  return waitingReason === null ? t(`packing.state.${state}`) : t(`packing.waits.${waitingReason}`);
}

export function stateColor(
  state: QueuedShipRequest["state"],
): Parameters<typeof StatusBadge>[0]["color"] {
  if (state === "waiting_for_customer") return "yellow";
  if (state === "requested") return "gray";
  if (state === "cancelled" || state === "shelved") return "gray";
  return state === "packing" ? "sea" : "green";
}

/** An ordered extra service, and how many of it where they are counted. */
export function workName({ name, quantity }: Pick<ExtraServiceWork, "name" | "quantity">): string {
  return quantity > 1 ? `${name} × ${quantity}` : name;
}

/** The parcel that an extra service is for and its shelf, or that it is for the package. */
export function workPlace({
  labelCode,
  storageLocationCode,
}: Pick<ExtraServiceWork, "labelCode" | "storageLocationCode">): string {
  if (labelCode === null) return t("packing.ofPackage");
  return [formatLabelCode(labelCode), storageLocationCode].filter(Boolean).join(" · ");
}
