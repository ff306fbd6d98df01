import type { WeightColumns } from "#shipping/rules/manifest.ts";
import type {
  ManifestSummary,
  Manifest,
  ManifestPackage,
  CarrierWeight,
} from "#shipping/contract/manifests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countManifests,
  listCountedManifests,
  findOpenManifest,
  insertManifest,
  isWarehouse,
  countListed,
  updateManifest,
  listOwnersOfPackages,
  lockManifest,
  findManifest,
  listManifestItems,
  type CountedManifest,
  type ManifestItem,
  eraseTakenBackReasons,
  findCurrentListing,
  findScannedLabel,
  getManifestItem,
  insertManifestPackage,
  isUnlabelledReference,
  isVoidNumber,
  type ScannedLabel,
  deleteManifestPackage,
  findManifestPackage,
} from "./manifest-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/carriers.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import {
  countsOnManifest,
  manifestNumberText,
  nextManifestState,
  mayTakeBack,
  takeBackMilliseconds,
  manifestLimits,
} from "#shipping/rules/manifest.ts";
import { describeBoxName } from "#shipping/server/db/box-name.ts";
import { parseShipRequestReference } from "#shipping/rules/shipping-label.ts";
import { fileUrl, type FileServices } from "#platform/server/files/serve-file.ts";
import { eraseSettledReasons } from "./carrier-weight-queries.ts";
import { parseScan } from "#goods/rules/scan.ts";

/** One page of the manifests: those that are not handed over first, then the newest. */
export async function listManifests(
  { db }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: ManifestSummary[]; total: number }> {
  const rows = await listCountedManifests(db, { offset: (page - 1) * pageSize, limit: pageSize });
  return { items: rows.map(describeSummary), total: await countManifests(db) };
}

/** A manifest with its packages. Throws `not_found`. */
export async function readManifest(
  context: SignedInContext,
  { manifestId }: { readonly manifestId: string },
): Promise<Manifest> {
  return await getManifest(context, context.db, manifestId);
}

/**
 * Opens a manifest of a carrier at a warehouse, or returns the one that is open. Throws `not_found` (the warehouse) and
 * `carrier_not_found`.
 */
export async function openManifest(
  context: SignedInContext,
  input: { readonly warehouseId: string; readonly carrierCode: string },
): Promise<Manifest> {
  const { db } = context;
  if (!(await isWarehouse(db, input.warehouseId))) throw apiError("not_found");
  await checkCarrierExists(db, input.carrierCode);
  const opened = { openedBy: context.session.person.id, openedAt: context.now() };
  const id = await insertManifest(db, { ...input, ...opened });
  const manifestId = id ?? (await findOpenManifest(db, input));
  // It was closed between the two statements.
  if (manifestId === undefined) throw apiError("conflict");
  if (id === undefined) context.unchanged();
  else await context.auditOf(id, { after: input });
  return await getManifest(context, db, manifestId);
}

/** Closes a manifest, so that its list can be printed. A repeat changes nothing. Throws `not_found`, `manifest_empty` and `conflict`. */
export async function closeManifest(
  context: SignedInContext,
  { manifestId }: { readonly manifestId: string },
): Promise<Manifest> {
  return await changeManifest(context, manifestId, "all", async (db, manifest) => {
    if (manifest.state === "closed") return context.unchanged();
    if (nextManifestState("close", manifest.state) === null) throw apiError("conflict");
    const { count } = await countListed(db, manifestId);
    if (count === 0) throw apiError("manifest_empty");
    const closed = { closedBy: context.session.person.id, closedAt: context.now() };
    await updateManifest(db, manifestId, { state: "closed", ...closed });
    await context.audit({ after: { packagesCount: count } });
  });
}

/**
 * Opens a closed manifest again. A repeat changes nothing. Throws `not_found`, and `conflict` once it is being handed over
 * or while another one of the carrier is open.
 */
export async function reopenManifest(
  context: SignedInContext,
  { manifestId }: { readonly manifestId: string },
): Promise<Manifest> {
  return await changeManifest(context, manifestId, "all", async (db, manifest) => {
    if (manifest.state === "open") return context.unchanged();
    if (nextManifestState("reopen", manifest.state) === null) throw apiError("conflict");
    if ((await findOpenManifest(db, manifest)) !== undefined) throw apiError("conflict");
    await updateManifest(db, manifestId, { state: "open", closedAt: null, closedBy: null });
  });
}

/**
 * Runs `change` on a locked manifest, in one transaction, and returns it as it is then. `touched` are all packages on it, or
 * the one with this id. Throws `not_found`, and `own_account` where one of those is the acting person's own.
 */
export async function changeManifest(
  context: SignedInContext,
  manifestId: string,
  touched: "all" | { readonly manifestPackageId: string },
  change: (db: Db, manifest: RowOf<"manifests">) => Promise<void>,
): Promise<Manifest> {
  const { db } = context;
  await change(db, await lockToChange(context, db, manifestId, touched));
  return await getManifest(context, db, manifestId);
}

/** Locks a manifest, and says whose the touched packages on it are. Throws what `changeManifest` throws. */
export async function lockToChange(
  { actsOn }: SignedInContext,
  db: Db,
  manifestId: string,
  touched: "all" | { readonly manifestPackageId: string },
): Promise<RowOf<"manifests">> {
  const manifest = await lockManifest(db, manifestId);
  if (manifest === undefined) throw apiError("not_found");
  const owners = await listOwnersOfPackages(db, manifestId);
  const those = owners.filter(({ id }) => touched === "all" || id === touched.manifestPackageId);
  await actsOn(
    db,
    "request",
    those.map(({ userId }) => userId),
  );
  return manifest;
}

/** A manifest in a list. */
function describeSummary(row: CountedManifest): ManifestSummary {
  return {
    id: row.id,
    number: manifestNumberText(row.number),
    warehouseId: row.warehouseId,
    warehouseCode: row.warehouseCode,
    carrierCode: row.carrierCode,
    state: row.state,
    packagesCount: row.packagesCount,
    handedOverCount: row.handedOverCount,
    leftBehindCount: row.leftBehindCount,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    handedOverAt: row.handedOverAt?.toISOString() ?? null,
  };
}

/** A package on a manifest. */
function describeItem(services: FileServices, item: ManifestItem): ManifestPackage {
  const { state, handedOverAt } = item;
  const now = services.now();
  const isReturnable =
    state === "handed_over" && handedOverAt !== null && mayTakeBack(handedOverAt, now);
  return {
    id: item.id,
    shipRequestId: item.shipRequestId,
    packageId: item.packageId,
    position: item.position,
    ...describeBoxName(item),
    trackingNumber: item.trackingNumber,
    countryCode: item.countryCode,
    weightGrams: item.weightGrams,
    state,
    leftBehindReason: item.leftBehindReason,
    handedOverAt: handedOverAt?.toISOString() ?? null,
    takeBackUntil: isReturnable
      ? new Date(handedOverAt.getTime() + takeBackMilliseconds).toISOString()
      : null,
    takenBackReason: item.takenBackReason,
    carrierWeight: describeCarrierWeight(services, item),
  };
}

/** What the packages that count on a manifest weigh together. */
export function totalGrams(items: readonly ManifestItem[]): number {
  return items
    .filter(({ state }) => countsOnManifest(state))
    .reduce((sum, { weightGrams }) => sum + (weightGrams ?? 0), 0);
}

/** A manifest with its packages. Throws `not_found`. */
async function getManifest(services: FileServices, db: Db, manifestId: string): Promise<Manifest> {
  const row = await findManifest(db, manifestId);
  if (row === undefined) throw apiError("not_found");
  const items = await listManifestItems(db, manifestId);
  return {
    ...describeSummary(row),
    receiverName: row.receiverName,
    signatureUrl: row.signatureId === null ? null : fileUrl(services, row.signatureId, "file"),
    totalGrams: totalGrams(items),
    items: items.map((item) => describeItem(services, item)),
  };
}

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
    photoUrl: scalePhotoId === null ? null : fileUrl(services, scalePhotoId, "file"),
  };
}

/** Empties what staff typed about packages of a customer whose account is closed; weights and states stay. */
export async function eraseManifestReasons(db: Db, userId: string): Promise<void> {
  await eraseTakenBackReasons(db, userId);
  await eraseSettledReasons(db, userId);
}

type ScanInput = {
  readonly manifestId: string;
  readonly scan: string;
};

/** The label that was scanned. Throws `not_a_waybill`, `not_labelled`, and `not_found` for a number that no label has. */
async function getScannedLabel(
  db: Db,
  scan: string,
  { carrierCode }: RowOf<"manifests">,
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
  { manifestId }: ScanInput,
  label: ScannedLabel,
): Promise<string | undefined> {
  const listing = await findCurrentListing(db, label.shipRequestId);
  if (listing === undefined) return undefined;
  if (listing.state === "handed_over") throw apiError("already_handed_over");
  if (listing.manifestId !== manifestId) throw apiError("on_another_manifest");
  return listing.id;
}

async function add(
  context: SignedInContext,
  db: Db,
  input: ScanInput,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { manifestId, scan } = input;
  const manifest = await lockManifest(db, manifestId);
  if (manifest === undefined) throw apiError("not_found");
  if (manifest.state !== "open") throw apiError("manifest_closed");
  const label = await getScannedLabel(db, scan, manifest);
  await context.actsOn(db, "request", label.userId);
  if (label.carrierCode !== manifest.carrierCode) throw apiError("wrong_carrier");
  if (label.warehouseId !== manifest.warehouseId) throw apiError("wrong_warehouse");
  const listedId = await findListed(db, input, label);
  if (listedId !== undefined) {
    context.unchanged();
    return { id: listedId, isNew: false };
  }
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
  });
  // Somebody scanned it into another manifest at the same moment.
  if (id === undefined) throw apiError("on_another_manifest");
  await context.audit({ after: { shipRequestId, position } });
  return { id, isNew: true };
}

/**
 * Adds the package whose label was scanned to an open manifest; one that is on it already stays. Throws `not_found`, `own_account`,
 * `not_a_waybill`, `manifest_closed`, `not_labelled`, `wrong_carrier`, `wrong_warehouse`, `on_another_manifest`,
 * `already_handed_over` and `manifest_full`.
 */
export async function addScan(
  context: SignedInContext,
  input: ScanInput,
): Promise<{ isNew: boolean; item: ManifestPackage; packagesCount: number }> {
  const { db } = context;
  const { id, isNew } = await add(context, db, input);
  const { count } = await countListed(db, input.manifestId);
  const item = describeItem(context, await getManifestItem(db, id));
  return { isNew, item, packagesCount: count };
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
      await context.auditOf(manifest.id, { before: { shipRequestId, position } });
    },
  );
}
