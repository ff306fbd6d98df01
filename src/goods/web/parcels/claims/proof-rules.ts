import { parcelClaimLimits } from "#goods/rules/parcel-claim.ts";
import type { FileRules } from "#ui/web/chosen-files.ts";
import { t } from "./messages.ts";

/** What the file dialog offers. */
export const acceptedProof = "image/*,.heic,.heif,application/pdf,.pdf";

/** The largest file as text. */
export const maxProofSize = "10 MB";

export const proofRules: FileRules = {
  most: parcelClaimLimits.files,
  mostBytes: parcelClaimLimits.fileBytes,
  takesPdf: true,
  wrongKind: () => t("parcel-claims.file.wrongKind"),
  empty: () => t("parcel-claims.file.empty"),
  tooLarge: () => t("parcel-claims.file.tooLarge", { size: maxProofSize }),
  tooMany: () => t("parcel-claims.file.tooMany", { maximum: parcelClaimLimits.files }),
};
