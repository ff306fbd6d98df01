// How a stored parcel becomes the one of the contract.
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { MeasuredParcel } from "#goods/contract/parcel-measurements.ts";
import type { InboundParcelRow } from "#goods/server/tables/inbound-parcels.ts";
import { toStorage, type StorageRow } from "#goods/server/storage-rates/storage-of.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/stored-files.ts";

/** The columns of a parcel that are shown: a list takes a third longer with all of them. */
export const shownColumns = [
  "id",
  "labelCode",
  "packageId",
  "trackingNumber",
  "piece",
  "carrierCode",
  "carrierConfidence",
  "source",
  "state",
  "shop",
  "orderReference",
  "description",
  "declaredValueMinor",
  "declaredCurrency",
  "courierDeliveredAt",
  "receivedAt",
  "weightGrams",
  "lengthMm",
  "widthMm",
  "heightMm",
  "condition",
  "battery",
  "goodsFlags",
  "freeUntil",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof InboundParcelRow)[];

type ShownRow = Pick<InboundParcelRow, (typeof shownColumns)[number]>;

/** A parcel with the number of its package, its warehouse, its storage prices, and its first photo. */
export type NamedParcelRow = ShownRow &
  StorageRow & {
    readonly packageTrackingNumber: string | null;
    readonly warehouseName: string | null;
    readonly firstImageId: string | null;
  };

function measuredOf(row: ShownRow): MeasuredParcel | null {
  const { weightGrams, lengthMm, widthMm, heightMm, condition, battery, goodsFlags } = row;
  if (weightGrams === null || condition === null || battery === null) return null;
  const isSized = lengthMm !== null && widthMm !== null && heightMm !== null;
  const sidesMm = isSized ? [lengthMm, widthMm, heightMm] : null;
  return { weightGrams, sidesMm, condition, battery, goodsFlags };
}

/** The parcel as its owner reads it. */
export function toInboundParcel(services: FileServices, row: NamedParcelRow): InboundParcel {
  const { firstImageId } = row;
  return {
    id: row.id,
    labelCode: row.labelCode,
    packageId: row.packageId,
    packageTrackingNumber: row.packageTrackingNumber,
    trackingNumber: row.trackingNumber,
    piece: row.piece,
    carrierCode: row.carrierCode,
    carrierConfidence: row.carrierConfidence,
    source: row.source,
    state: row.state,
    shop: row.shop,
    orderReference: row.orderReference,
    description: row.description,
    declaredValueMinor: row.declaredValueMinor === null ? null : Number(row.declaredValueMinor),
    declaredCurrency: row.declaredCurrency,
    warehouseName: row.warehouseName,
    courierDeliveredAt: row.courierDeliveredAt?.toISOString() ?? null,
    receivedAt: row.receivedAt?.toISOString() ?? null,
    measured: measuredOf(row),
    storage: toStorage(row, services.now()),
    thumbnailUrl:
      firstImageId === null ? null : fileUrl(services, firstImageId, "parcel-thumbnail"),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
