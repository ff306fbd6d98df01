// How the packing desk names a ship request and its state.
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { QueuedShipRequest } from "#shipping/contract/packing.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import type { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type Named = Pick<QueuedShipRequest, "trackingNumber" | "memberCode" | "customerInitial">;

/** The package's number, else whose it is. */
export function requestName({ trackingNumber, memberCode, customerInitial }: Named): string {
  return trackingNumber ?? memberText({ memberCode, customerInitial });
}

/** The member code as it stands on labels; without one the first letter of the name. */
export function memberText(of: Pick<Named, "memberCode" | "customerInitial">): string {
  return of.memberCode === null ? of.customerInitial : formatMemberCode(of.memberCode);
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
