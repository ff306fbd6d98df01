import type { CarrierWeight } from "#shipping/contract/manifests.ts";
import type { WeightColumns } from "#shipping/server/tables/labels.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/file-link.ts";

/** The carrier's weight of a row as the API returns it; null where none was recorded. */
export function describeCarrierWeight(
  services: FileServices,
  { carrierGrams, comparedGrams, weightState, settledReason, scalePhotoId }: WeightColumns,
): CarrierWeight | null {
  if (carrierGrams === null || comparedGrams === null || weightState === null) return null;
  return {
    weightGrams: carrierGrams,
    packedGrams: comparedGrams,
    state: weightState,
    settledReason: settledReason ?? "",
    photoUrl: scalePhotoId === null ? null : fileUrl(services, scalePhotoId, "packing-image"),
  };
}
