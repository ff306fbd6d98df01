// Labels that carriers drew themselves, printed in place of ours.
import { randomUUID } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { listFiles, prepareUpload, storeFile, type FileRow } from "#platform/server/files/files.ts";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { withdrawStopped } from "#shipping/server/ship-requests/withdraw-acceptance.ts";
import { findLabelOfRequest } from "./label-queries.ts";
import { labelRequest, stopOfError, stoppedError } from "./label-request.ts";
import { lockRequestWithPackage, parseNumber, readPackageToLabel } from "./labels.ts";

type Attached = { readonly shipRequestId: string; readonly trackingNumber: string };

/** The file of the label that a package has already; undefined where it has none. Throws `label_exists` for another label. */
async function findAttached(
  db: Db,
  { shipRequestId, trackingNumber }: Attached,
): Promise<FileRow<"label"> | undefined> {
  const label = await findLabelOfRequest(db, shipRequestId);
  if (label === undefined) return undefined;
  const [file] = await listFiles(db, "label", [label.id]);
  if (file !== undefined && label.trackingNumber === trackingNumber) return file;
  throw apiError("label_exists", { current: label.trackingNumber });
}

/** Takes the acceptance of a package back that gets no label, and throws `label_not_due` then: its customer is asked. */
async function leadBackStopped(context: SignedInContext, shipRequestId: string): Promise<void> {
  const stop = await atomically(context.db, async (db) => {
    const waitingReason = await withdrawStopped(context, db, shipRequestId);
    if (waitingReason !== null) await context.audit({ after: { waitingReason } }, db);
    return waitingReason;
  });
  if (stop !== null) throw stoppedError(stop);
}

/**
 * Labels an accepted package with a PDF that its carrier made and the number on it, whatever letters its address has. A
 * repeat changes nothing. Throws `invalid_tracking_number`, `not_found`, `label_not_due`, also where its customer is asked in place of that,
 * `label_exists`, `number_used`, `too_large` and `invalid_label_file`.
 */
export async function attachLabel(
  context: SignedInContext,
  { file, ...input }: Attached & { readonly file: File },
): Promise<PackageToLabel> {
  const { shipRequestId } = input;
  const trackingNumber = parseNumber(input.trackingNumber);
  await leadBackStopped(context, shipRequestId);
  const labelId = randomUUID();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const target = { ownerKind: "label", ownerId: labelId, kind: "carrier_label" } as const;
  const storing = storeFile(
    context,
    { ...target, name: `label-${trackingNumber}` },
    {
      lock: async (inner) => await lockRequestWithPackage(context, inner, shipRequestId),
      find: async (inner, request) => {
        const attached = await findAttached(inner, { shipRequestId, trackingNumber });
        if (attached === undefined && request.state !== "accepted") throw apiError("label_not_due");
        return attached;
      },
      prepare: async () => await prepareUpload(context, "label", bytes),
      record: async (inner, { id: fileId }, request) => {
        const made = await labelRequest(context, inner, request, trackingNumber, labelId);
        await context.audit({ after: { ...made, fileId } }, inner);
      },
    },
  );
  try {
    await storing;
  } catch (error) {
    if (stopOfError(error) === null) throw error;
    // It became so since it was looked at, and what was written with the file is undone.
    await leadBackStopped(context, shipRequestId);
    throw apiError("conflict");
  }
  return await readPackageToLabel(context, shipRequestId);
}
