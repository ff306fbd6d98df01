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
 * Uploads files one by one, each once, also when it is sent again. Throws without a connection.
 * @param onStored called with each file that is stored.
 */
export async function sendFiles(
  files: readonly Sendable[],
  send: (file: File, idempotencyKey: string) => Promise<unknown>,
  onStored: (id: string) => void,
): Promise<RejectedFile[]> {
  const rejected: RejectedFile[] = [];
  for (const { id, file } of files) {
    try {
      await send(file, id);
      onStored(id);
    } catch (error) {
      if (isOffline(error)) throw error;
      rejected.push({ id, name: file.name, reason: reasonOf(error) });
    }
  }
  return rejected;
}

/** Uploads the files of a claim. */
export async function sendProof(
  client: ApiClient,
  claimId: string,
  files: readonly Sendable[],
  onStored: (id: string) => void,
): Promise<RejectedFile[]> {
  return await sendFiles(
    files,
    (file, idempotencyKey) => client.parcelClaims.addClaimFile({ claimId, file, idempotencyKey }),
    onStored,
  );
}

/** The largest file as text. */
export const maxProofSize = "10 MB";

/** Images and PDF files of at most 10 MB each. */
export function documentRules(most: number, tooMany: () => string): FileRules {
  return {
    most,
    mostBytes: parcelClaimLimits.fileBytes,
    takesPdf: true,
    wrongKind: () => t("parcel-claims.file.wrongKind"),
    empty: () => t("parcel-claims.file.empty"),
    tooLarge: () => t("parcel-claims.file.tooLarge", { size: maxProofSize }),
    tooMany,
  };
}

export const proofRules = documentRules(parcelClaimLimits.files, () =>
  t("parcel-claims.file.tooMany", { maximum: parcelClaimLimits.files }),
);
