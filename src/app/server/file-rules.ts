// Who may read which stored files, and what is taken from who adds them.
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import { goodsProofLimits } from "#goods/rules/goods-proof.ts";
import { parcelClaimLimits } from "#goods/rules/inbound-parcel.ts";
import { receivingLimits } from "#goods/rules/receiving.ts";
import { isNewestContents, isOwnParcelImage } from "#goods/server/inbound-parcels/parcel-images.ts";
import { arePhotosSharedNow, maxImages } from "#goods/server/packages/package-images.ts";
import { caseLimits } from "#office/rules/case.ts";
import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import type { FileRules, UploadRule } from "#platform/server/files/file-rules.ts";
import { sentence } from "#platform/server/translate.ts";
import { manifestLimits } from "#shipping/rules/manifest.ts";
import { carrierLabelLimits } from "#shipping/rules/shipping-label.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";

/** Photos, as many as `maximum`. */
function photos(maximum: number): UploadRule {
  return {
    types: ["jpg", "png", "webp"],
    hasThumbnail: true,
    most: maximum,
    tooMany: () =>
      apiError("too_many_images", { maximum }, sentence("errors.tooManyPhotos", { maximum })),
  };
}

export const fileRules: FileRules = {
  package: {
    readers: roleAccess.shipments,
    customersTable: "packages",
    isShared: arePhotosSharedNow,
    uploads: { ...photos(maxImages), tooMany: () => apiError("too_many_images") },
  },
  leg: { readers: roleAccess.shipments, customersTable: null, uploads: null },
  inbound_parcel: {
    readers: roleAccess.inboundParcels,
    customersTable: "inbound_parcels",
    isShown: isOwnParcelImage,
    uploads: { ...photos(receivingLimits.imagesPerParcel), isTakenAbove: isNewestContents },
  },
  parcel_claim: {
    readers: roleAccess.parcelClaims,
    customersTable: "inbound_parcel_claims",
    uploads: {
      types: ["jpg", "png", "webp", "pdf"],
      otherType: "invalid_claim_file",
      maximumBytes: parcelClaimLimits.fileBytes,
      hasThumbnail: false,
      most: parcelClaimLimits.files,
      tooMany: () => apiError("too_many_claim_files"),
    },
  },
  goods_proof: {
    readers: roleAccess.inboundParcels,
    customersTable: "goods_proofs",
    uploads: {
      types: ["jpg", "png", "webp", "pdf"],
      otherType: "invalid_claim_file",
      maximumBytes: goodsProofLimits.fileBytes,
      hasThumbnail: false,
      most: goodsProofLimits.files,
      tooMany: () => apiError("too_many_proof_files"),
    },
  },
  ship_request: {
    readers: roleAccess.shipRequests,
    customersTable: "ship_requests",
    uploads: photos(shipRequestLimits.images),
  },
  extra_service_request: {
    readers: roleAccess.shipRequests,
    customersTable: "extra_service_requests",
    uploads: photos(extraServiceLimits.images),
  },
  case_message: {
    readers: roleAccess.caseMoney,
    customersTable: "case_messages",
    uploads: {
      types: ["jpg", "png", "webp", "pdf"],
      otherType: "invalid_case_file",
      maximumBytes: caseLimits.fileBytes,
      hasThumbnail: false,
      most: caseLimits.files,
      tooMany: () => apiError("too_many_case_files"),
    },
  },
  label: {
    readers: roleAccess.packing,
    // Its customer does not read it; `eraseLabels` deletes it.
    customersTable: null,
    uploads: {
      types: ["pdf"],
      otherType: "invalid_label_file",
      maximumBytes: carrierLabelLimits.fileBytes,
      maximumPdfPages: carrierLabelLimits.pages,
      hasThumbnail: false,
      most: 1,
      tooMany: () => apiError("conflict"),
    },
  },
  manifest: {
    readers: roleAccess.packing,
    customersTable: null,
    uploads: {
      // The list in which a signature is printed can have no other.
      types: ["jpg", "png"],
      maximumBytes: manifestLimits.signatureBytes,
      hasThumbnail: false,
      most: 1,
      tooMany: () => apiError("conflict"),
    },
  },
};
