import { apiError } from "#platform/contract/errors.ts";
import type { ManifestPackage, Manifest } from "#shipping/contract/manifests.ts";
import { manifestLimits } from "#shipping/rules/manifest.ts";
import { parseShipRequestReference } from "#shipping/rules/shipping-label.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ManifestRow } from "#shipping/server/tables/labels.ts";
import { describeItem, changeManifest } from "./manifests.ts";
import {
  countListed,
  findCurrentListing,
  findListingByKey,
  findScannedLabel,
  getManifestItem,
  insertManifestPackage,
  isUnlabelledReference,
  isVoidNumber,
  lockManifest,
  type ScannedLabel,
  deleteManifestPackage,
  findManifestPackage,
} from "./manifest-queries.ts";

type Input = {
  readonly manifestId: string;
  readonly scan: string;
  readonly idempotencyKey: string;
};

/** The label that was scanned. Throws `not_a_waybill`, `not_labelled`, and `not_found` for a number that no label has. */
async function getScannedLabel(
  db: Db,
  scan: string,
  { carrierCode }: ManifestRow,
): Promise<ScannedLabel> {
  const reference = parseShipRequestReference(scan);
  const reading = parseScan(scan);
  const number = reading.kind === "number" || reading.kind === "label" ? reading.number : null;
  if (number === null && reference === null) throw apiError("not_a_waybill");
  const numbers = number?.spellings ?? [];
  const label = await findScannedLabel(db, { numbers, reference }, carrierCode);
  if (label !== undefined) return label;
  const isKnown =
    (reference !== null && (await isUnlabelledReference(db, reference))) ||
    (await isVoidNumber(db, numbers));
  throw apiError(isKnown ? "not_labelled" : "not_found");
}

/** Where the request is listed already; throws when that is another manifest, or it has left. */
async function findListed(
  db: Db,
  { manifestId }: Input,
  label: ScannedLabel,
): Promise<string | null> {
  const listing = await findCurrentListing(db, label.shipRequestId);
  if (listing === undefined) return null;
  if (listing.state === "handed_over") throw apiError("already_handed_over");
  if (listing.manifestId !== manifestId) throw apiError("on_another_manifest");
  return listing.id;
}

async function add(
  context: SignedInContext,
  db: Db,
  input: Input,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { manifestId, scan, idempotencyKey } = input;
  const manifest = await lockManifest(db, manifestId);
  if (manifest === undefined) throw apiError("not_found");
  const repeated = await findListingByKey(db, idempotencyKey);
  if (repeated?.manifestId === manifestId) {
    await context.actsOn(db, "request", repeated.userId);
    return { id: repeated.id, isNew: false };
  }
  if (manifest.state !== "open") throw apiError("manifest_closed");
  const label = await getScannedLabel(db, scan, manifest);
  await context.actsOn(db, "request", label.userId);
  if (label.carrierCode !== manifest.carrierCode) throw apiError("wrong_carrier");
  if (label.warehouseId !== manifest.warehouseId) throw apiError("wrong_warehouse");
  const listedId = await findListed(db, input, label);
  if (listedId !== null) return { id: listedId, isNew: false };
  if (label.requestState !== "labelled") throw apiError("not_labelled");
  const { count, lastPosition } = await countListed(db, manifestId);
  if (count >= manifestLimits.packages) throw apiError("manifest_full");
  const { shipRequestId, labelId } = label;
  const position = lastPosition + 1;
  const id = await insertManifestPackage(db, {
    manifestId,
    shipRequestId,
    labelId,
    position,
    scannedBy: context.session.person.id,
    scannedAt: context.now(),
    idempotencyKey,
  });
  // Somebody scanned it into another manifest at the same moment, or used the key for another package.
  if (id === undefined) throw apiError("on_another_manifest");
  await recordAdminAction(context, db, {
    action: "manifests.addScan",
    target: manifestId,
    after: { shipRequestId, position },
  });
  return { id, isNew: true };
}

/**
 * Adds the package whose label was scanned to an open manifest; one that is on it already stays. Throws `not_found`, `own_account`,
 * `not_a_waybill`, `manifest_closed`, `not_labelled`, `wrong_carrier`, `wrong_warehouse`, `on_another_manifest`,
 * `already_handed_over` and `manifest_full`.
 */
export async function addScan(
  context: SignedInContext,
  input: Input,
): Promise<{ isNew: boolean; item: ManifestPackage; packagesCount: number }> {
  return await atomically(context.db, async (db) => {
    const { id, isNew } = await add(context, db, input);
    const { count } = await countListed(db, input.manifestId);
    const item = describeItem(context, await getManifestItem(db, id));
    return { isNew, item, packagesCount: count };
  });
}

/** Removes a package from an open manifest; it keeps its label. Throws `not_found` and `manifest_closed`. */
export async function removePackage(
  context: SignedInContext,
  { manifestPackageId }: { readonly manifestPackageId: string },
): Promise<Manifest> {
  const found = await findManifestPackage(context.db, manifestPackageId);
  if (found === undefined) throw apiError("not_found");
  return await changeManifest(
    context,
    found.manifestId,
    { manifestPackageId },
    async (db, manifest) => {
      if (manifest.state !== "open") throw apiError("manifest_closed");
      const listed = await findManifestPackage(db, manifestPackageId);
      if (listed === undefined) throw apiError("not_found");
      await deleteManifestPackage(db, manifestPackageId);
      const { shipRequestId, position } = listed;
      await recordAdminAction(context, db, {
        action: "manifests.removePackage",
        target: manifest.id,
        before: { shipRequestId, position },
      });
    },
  );
}
