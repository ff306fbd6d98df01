import { apiErrorCode, apiErrorMessage, isOffline } from "#ui/web/api.tsx";
import type { ApiClient } from "#goods/web/api.ts";
import type { ChosenFile, RejectedFile, FileRules } from "#ui/web/chosen-files.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { parcelClaimLimits } from "#goods/rules/inbound-parcel.ts";

/** The id is also the idempotency key of the upload. */
type Sendable = Pick<ChosenFile, "id" | "file">;

/** Why a file was not stored. Its own sentences name the file, which those of the server do not. */
function reasonOf(error: unknown): string {
  if (apiErrorCode(error) === "too_large")
    return t("parcel-claims.file.tooLarge", { size: maxProofSize });
  return apiErrorMessage(error, t("parcel-claims.file.notSent"));
}

/**
 * Uploads the files of a claim one by one, each once, also when it is sent again. Throws without a connection.
 * @param onStored called with each file that is stored.
 */
export async function sendProof(
  client: ApiClient,
  claimId: string,
  files: readonly Sendable[],
  onStored: (id: string) => void,
): Promise<RejectedFile[]> {
  const rejected: RejectedFile[] = [];
  for (const { id, file } of files) {
    try {
      await client.parcelClaims.addClaimFile({ claimId, file, idempotencyKey: id });
      onStored(id);
    } catch (error) {
      if (isOffline(error)) throw error;
      rejected.push({ id, name: file.name, reason: reasonOf(error) });
    }
  }
  return rejected;
}

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
