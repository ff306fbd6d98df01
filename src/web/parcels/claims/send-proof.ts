import { apiErrorCode, apiErrorMessage, isOffline, type ApiClient } from "#web/api.tsx";
import { maxProofSize, type ChosenProof, type RejectedProof } from "./chosen-proof.ts";
import { t } from "./messages.ts";

type Sendable = Pick<ChosenProof, "id" | "file">;

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
): Promise<RejectedProof[]> {
  const rejected: RejectedProof[] = [];
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
