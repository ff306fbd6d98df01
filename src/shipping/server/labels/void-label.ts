import { apiError } from "#platform/contract/errors.ts";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { saveOutgoingRequests } from "#shipping/server/ship-requests/lead-outgoing-requests.ts";
import { describePackageToLabel } from "./describe-package.ts";
import { findLabel, findPackageToLabel, isOnManifest, updateLabelToVoid } from "./label-queries.ts";
import { lockRequestWithPackage } from "./make-label.ts";

type Input = { readonly labelId: string; readonly reason: string };

async function makeVoid(context: SignedInContext, db: Db, shipRequestId: string, input: Input) {
  const { labelId, reason } = input;
  const request = await lockRequestWithPackage(context, db, shipRequestId);
  const label = await findLabel(db, labelId);
  if (label?.state !== "made") return;
  if (await isOnManifest(db, shipRequestId)) throw apiError("label_on_manifest");
  if (request.state !== "labelled") throw apiError("conflict");
  const by = context.session.person.id;
  const at = context.now();
  await updateLabelToVoid(db, labelId, { by, at, reason });
  await saveOutgoingRequests(db, [shipRequestId], {
    state: "accepted",
    event: "label_voided",
    reason,
    actorId: by,
    at,
  });
  await recordAdminAction(context, db, {
    action: "labels.voidLabel",
    target: shipRequestId,
    before: { labelId, trackingNumber: label.trackingNumber },
    reason,
  });
}

/**
 * Makes a label void; its package is accepted as before it had one, and its number is not used again. A repeat changes
 * nothing. Throws `not_found`, `label_on_manifest`, and `conflict` once it has left.
 */
export async function voidLabel(context: SignedInContext, input: Input): Promise<PackageToLabel> {
  const found = await findLabel(context.db, input.labelId);
  if (found === undefined) throw apiError("not_found");
  const { shipRequestId } = found;
  return await atomically(context.db, async (db) => {
    await makeVoid(context, db, shipRequestId, input);
    const row = await findPackageToLabel(db, shipRequestId);
    if (row === undefined) throw apiError("not_found");
    return describePackageToLabel(row, context.language);
  });
}
