// Sending parcels of the shelf: what would refuse it, and what one more or one fewer changes.
import { addressFaults } from "#catalogue/rules/carrier-address.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { EstimatedService } from "#goods/rules/package-estimate.ts";
import { gatheringObstacles } from "#goods/rules/parcel-gathering.ts";

/** What refuses a request for parcels whatever is filled in, in the order in which it is asked. */
export const shipParcelsObstacles = [
  ...gatheringObstacles,
  "box_being_unpacked",
  "subscription_required",
  "quota_exceeded",
  "too_many_lines",
] as const;

/** What refuses a request for parcels, as a code of the catalogue of errors. */
export type ShipParcelsObstacle = (typeof shipParcelsObstacles)[number];

/** Whose recipient is used where none is sent; `none`: neither is complete. */
export const recipientSources = ["package", "profile", "none"] as const;

type KnownRecipient = {
  readonly source: (typeof recipientSources)[number];
  readonly recipient: Recipient;
};

/** The recipient that is used where none is sent: the first that is complete, or what is known of one. */
export function chooseRecipient(
  ofPackage: Recipient,
  ofProfile: Recipient,
  destination: string,
): KnownRecipient {
  const isComplete = (recipient: Recipient) =>
    addressFaults(recipient, destination, []).length === 0;
  if (isComplete(ofPackage)) return { source: "package", recipient: ofPackage };
  if (isComplete(ofProfile)) return { source: "profile", recipient: ofProfile };
  return { source: "none", recipient: ofPackage.address === "" ? ofProfile : ofPackage };
}

/**
 * What the cheapest service that takes a package costs with its box, as it is expected to be packed, in US cents; null where no
 * open service has a price.
 */
export function expectedCents(
  services: readonly Pick<EstimatedService, "reasons" | "packed">[],
  boxCents: number,
): number | null {
  const prices = services.flatMap(({ reasons, packed }) =>
    reasons.length > 0 || packed.usdCents === null ? [] : [packed.usdCents],
  );
  return prices.length === 0 ? null : Math.min(...prices) + boxCents;
}

/** By what the expected price changes with another parcel or without a chosen one, in US cents; null where there is no price. */
type ParcelChange = {
  readonly inboundParcelId: string;
  readonly changeCents: number | null;
};

/** What each chosen parcel and each of the others changes, by the expected price of what then goes together. */
export function parcelChanges<Parcel extends { readonly id: string }>(
  chosen: readonly Parcel[],
  others: readonly Parcel[],
  priceOf: (parcels: readonly Parcel[]) => number | null,
): ParcelChange[] {
  const now = priceOf(chosen);
  const change = ({ id: inboundParcelId }: Parcel, parcels: readonly Parcel[]) => {
    const then = parcels.length === 0 ? null : priceOf(parcels);
    return { inboundParcelId, changeCents: now === null || then === null ? null : then - now };
  };
  return [
    ...chosen.map((parcel) =>
      change(
        parcel,
        chosen.filter((one) => one !== parcel),
      ),
    ),
    ...others.map((parcel) => change(parcel, [...chosen, parcel])),
  ];
}
