import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { differsFromPacked } from "#shipping/rules/manifest.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { changeManifest } from "./manifests.ts";
import { findManifestPackage, getManifestItem } from "./manifest-queries.ts";
import {
  lockCarrierWeight,
  upsertCarrierWeight,
  getOwnerOfWeight,
  updateToSettled,
} from "./carrier-weight-queries.ts";

type WeightInput = { readonly manifestPackageId: string; readonly weightGrams: number };

/** The request of a package that is on the list or has left, with its packed weight. Throws `not_found` and `conflict`. */
async function getWeighed(db: Db, { manifestPackageId }: WeightInput) {
  const listed = await findManifestPackage(db, manifestPackageId);
  if (listed === undefined) throw apiError("not_found");
  const isWithCarrier = listed.state === "listed" || listed.state === "handed_over";
  const { weightGrams: packedGrams } = await getManifestItem(db, manifestPackageId);
  if (!isWithCarrier || packedGrams === null) throw apiError("conflict");
  return { shipRequestId: listed.shipRequestId, packedGrams };
}

/**
 * Records the weight in grams that the carrier's scale shows for a package. It changes no price; where it differs, staff
 * find out why. A repeat changes nothing. Throws `not_found`, and `conflict` for a package that stayed behind or was taken
 * back.
 */
export async function recordCarrierWeight(
  context: SignedInContext,
  input: WeightInput,
): Promise<Manifest> {
  const { manifestPackageId, weightGrams } = input;
  const found = await findManifestPackage(context.db, manifestPackageId);
  if (found === undefined) throw apiError("not_found");
  const { manifestId } = found;
  return await changeManifest(context, manifestId, { manifestPackageId }, async (db) => {
    const { shipRequestId, packedGrams } = await getWeighed(db, input);
    const before = await lockCarrierWeight(db, shipRequestId);
    if (before?.weightGrams === weightGrams && before.manifestId === manifestId)
      return context.unchanged();
    await upsertCarrierWeight(db, {
      shipRequestId,
      manifestId,
      weightGrams,
      packedGrams,
      state: differsFromPacked(weightGrams, packedGrams) ? "differs" : "matches",
      recordedBy: context.session.person.id,
      recordedAt: context.now(),
    });
    await context.auditOf(shipRequestId, {
      before: { weightGrams: before?.weightGrams ?? null },
      after: { weightGrams, packedGrams },
    });
  });
}

type SettlementInput = {
  readonly shipRequestId: string;
  readonly weightGrams: number;
  readonly reason: string;
};

/**
 * Settles a carrier's weight that differs from ours, with what was found. A repeat changes nothing. Throws `not_found`, and
 * `conflict` where it does not differ or another weight than `weightGrams` was recorded since.
 */
export async function settleCarrierWeight(
  context: SignedInContext,
  { shipRequestId, weightGrams, reason }: SettlementInput,
): Promise<Record<string, never>> {
  const { db } = context;
  const weight = await lockCarrierWeight(db, shipRequestId);
  if (weight === undefined) throw apiError("not_found");
  await context.actsOn(db, "request", await getOwnerOfWeight(db, shipRequestId));
  if (weight.weightGrams !== weightGrams || weight.state === "matches") throw apiError("conflict");
  if (weight.state === "settled") {
    context.unchanged();
    return {};
  }
  await updateToSettled(db, shipRequestId, {
    by: context.session.person.id,
    at: context.now(),
    reason,
  });
  await context.audit({
    before: { weightGrams, packedGrams: weight.packedGrams },
    reason,
  });
  return {};
}
