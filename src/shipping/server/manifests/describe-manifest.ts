import type { Manifest, ManifestPackage, ManifestSummary } from "#shipping/contract/manifests.ts";
import { apiError } from "#platform/contract/errors.ts";
import { mayTakeBack, takeBackMilliseconds } from "#shipping/rules/manifest.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { Db } from "#platform/server/db/open.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/file-link.ts";
import { describeCarrierWeight } from "./carrier-weights/describe-carrier-weight.ts";
import {
  findManifest,
  listManifestItems,
  type CountedManifest,
  type ManifestItem,
} from "./manifest-queries.ts";

/** By which people name a manifest. */
export function manifestNumber({ number }: { readonly number: bigint }): string {
  return `M${String(number).padStart(5, "0")}`;
}

/** A manifest in a list. */
export function describeSummary(row: CountedManifest): ManifestSummary {
  return {
    id: row.id,
    number: manifestNumber(row),
    warehouseId: row.warehouseId,
    warehouseCode: row.warehouseCode,
    carrierCode: row.carrierCode,
    state: row.state,
    packagesCount: row.packagesCount,
    handedOverCount: row.handedOverCount,
    leftBehindCount: row.leftBehindCount,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    handedOverAt: row.handedOverAt?.toISOString() ?? null,
  };
}

/** A package on a manifest. */
export function describeItem(services: FileServices, item: ManifestItem): ManifestPackage {
  const { state, handedOverAt } = item;
  const now = services.now();
  const isReturnable =
    state === "handed_over" && handedOverAt !== null && mayTakeBack(handedOverAt, now);
  return {
    id: item.id,
    shipRequestId: item.shipRequestId,
    packageId: item.packageId,
    position: item.position,
    reference: shipRequestReference(item.number),
    trackingNumber: item.trackingNumber,
    countryCode: item.countryCode,
    weightGrams: item.weightGrams,
    state,
    leftBehindReason: item.leftBehindReason,
    handedOverAt: handedOverAt?.toISOString() ?? null,
    takeBackUntil: isReturnable
      ? new Date(handedOverAt.getTime() + takeBackMilliseconds).toISOString()
      : null,
    takenBackReason: item.takenBackReason,
    carrierWeight: describeCarrierWeight(services, item),
  };
}

/** A manifest with its packages. Throws `not_found`. */
export async function getManifest(
  services: FileServices,
  db: Db,
  manifestId: string,
): Promise<Manifest> {
  const row = await findManifest(db, manifestId);
  if (row === undefined) throw apiError("not_found");
  const items = await listManifestItems(db, manifestId);
  return {
    ...describeSummary(row),
    receiverName: row.receiverName,
    signatureUrl: row.signatureUrl === null ? null : fileUrl(services, row.id, "signature"),
    totalGrams: items.reduce((sum, { weightGrams }) => sum + (weightGrams ?? 0), 0),
    items: items.map((item) => describeItem(services, item)),
  };
}
