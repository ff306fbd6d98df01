import type { CarrierWeight } from "#shipping/contract/manifests.ts";
import type { CarrierWeightState } from "#shipping/rules/carrier-weight.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/file-link.ts";

/** What rows have of a carrier's weight: null where none was recorded, and the newest photo of the box on our scale. */
export type WeightColumns = {
  readonly carrierGrams: number | null;
  readonly comparedGrams: number | null;
  readonly weightState: CarrierWeightState | null;
  readonly settledReason: string | null;
  readonly scalePhotoId: string | null;
};

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
