import type { MadeLabels, PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import type { SignedInContext, OwnerContext } from "#platform/server/context.ts";
import {
  countPackagesToLabel,
  listPackageToLabelRows,
  findLabelOfRequest,
  findPackageToLabel,
  findLabel,
  isOnManifest as isListed,
  updateLabelToVoid,
  countLabelledBefore,
  type PackageToLabelRow,
  deleteListingsOnOpenManifests,
  eraseLabelsOfUser,
} from "./label-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { Db } from "#platform/server/db/open.ts";
import { deleteFilesOf, type StoredKeys } from "#platform/server/files/files.ts";
import {
  lockOutgoingRequests,
  saveOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import { readClosedByRules } from "#shipping/server/ship-requests/count-closed-requests.ts";
import { readGoodsFaults } from "#shipping/server/customs/box-goods.ts";
import { erasePapers } from "#shipping/server/customs/customs-paper-queries.ts";
import { countLowStocks, readStockedServices } from "./number-ranges.ts";
import { readLabelsPdf } from "./labels-pdf.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { longLabelledDays } from "#shipping/rules/manifest.ts";
import type { Language } from "#platform/rules/language.ts";
import { describeBoxName } from "#shipping/server/db/box-name.ts";
import {
  maxUnlabelledNamed,
  unprintableFields,
  type LabelObstacle,
} from "#shipping/rules/shipping-label.ts";
import { labelRequest, leadBack } from "./label-request.ts";

/** One page of the packages that were accepted, or of those with a label that have not left. */
export async function listPackagesToLabel(
  context: SignedInContext,
  input: {
    readonly state: "accepted" | "labelled";
    readonly carrierCode?: string | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: PackageToLabel[]; total: number }> {
  const { db } = context;
  const { state, page, pageSize } = input;
  const filter = { state, carrierCode: input.carrierCode ?? null };
  const rows = await listPackageToLabelRows(db, filter, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: await describePackagesToLabel(context, rows),
    total: await countPackagesToLabel(db, filter),
  };
}

/** The first packages without a label, with why each has none yet. */
export async function listUnlabelled(
  context: SignedInContext,
  carrierCode: string | null,
): Promise<MadeLabels["left"]> {
  const filter = { state: "accepted", carrierCode } as const;
  const page = { offset: 0, limit: maxUnlabelledNamed };
  const rows = await listPackageToLabelRows(context.db, filter, page);
  const left = await describePackagesToLabel(context, rows);
  // Their customers are asked once a label is to be made.
  return left.map(({ reference, obstacle }) => ({
    reference,
    obstacle: obstacle === "goods" ? null : obstacle,
  }));
}

export function parseNumber(text: string): string {
  const checked = checkTrackingNumber(text);
  if (!checked.ok) throw apiError("invalid_tracking_number");
  return checked.trackingNumber;
}

/** A request with its package, both locked. Throws `not_found`, and `own_account` where staff act on their own. */
export async function lockRequestWithPackage(
  context: OwnerContext,
  db: Db,
  shipRequestId: string,
): Promise<OutgoingRequest> {
  const [locked] = await lockOutgoingRequests(context, db, [shipRequestId]);
  if (locked?.pkg === undefined) throw apiError("not_found");
  return locked.request;
}

/** Makes the label; a package that is stopped for what is in it or declared is returned as it was listed. */
async function make(
  context: SignedInContext,
  db: Db,
  shipRequestId: string,
  givenNumber: string | null,
): Promise<PackageToLabel | null> {
  const request = await lockRequestWithPackage(context, db, shipRequestId);
  const existing = await findLabelOfRequest(db, shipRequestId);
  if (existing !== undefined) {
    const isSame = givenNumber === null || existing.trackingNumber === givenNumber;
    if (!isSame) throw apiError("label_exists", { current: existing.trackingNumber });
    context.unchanged();
    return null;
  }
  if (request.state !== "accepted") throw apiError("label_not_due");
  const toLabel = await readPackageToLabel(context, shipRequestId);
  try {
    await context.audit({ after: await labelRequest(context, db, request, givenNumber) });
    return null;
  } catch (error) {
    const waitingReason = await leadBack(context, db, shipRequestId, error);
    if (waitingReason === null) throw error;
    await context.audit({ after: { waitingReason } });
    return { ...toLabel, obstacle: waitingReason };
  }
}

/**
 * Makes the label of an accepted package, which is labelled then; one that has a label keeps it. Where the accepted service no
 * longer takes what is in the box, or its gift was bought, it gets none and waits for its customer instead, with that as its
 * obstacle. Throws `not_found`, `label_not_due`, `label_exists` where it has another number, `invalid_tracking_number`,
 * `number_used`, `no_numbers_left`, `code_missing`, `too_many_lines` and `address_not_printable`.
 */
export async function makeLabel(
  context: SignedInContext,
  input: { readonly shipRequestId: string; readonly trackingNumber: string | null },
): Promise<PackageToLabel> {
  const { shipRequestId } = input;
  const givenNumber = input.trackingNumber === null ? null : parseNumber(input.trackingNumber);
  const { db } = context;
  const stopped = await make(context, db, shipRequestId, givenNumber);
  return stopped ?? (await readPackageToLabel(context, shipRequestId));
}

type Input = { readonly labelId: string; readonly reason: string };

async function makeVoid(context: SignedInContext, db: Db, shipRequestId: string, input: Input) {
  const { labelId, reason } = input;
  const request = await lockRequestWithPackage(context, db, shipRequestId);
  const label = await findLabel(db, labelId);
  if (label?.state !== "made") return context.unchanged();
  if (await isListed(db, shipRequestId)) throw apiError("label_on_manifest");
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
  await context.auditOf(shipRequestId, {
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
  const { db } = context;
  await makeVoid(context, db, shipRequestId, input);
  return await readPackageToLabel(context, shipRequestId);
}

/**
 * A label as a file, the same each time. Throws `not_found`, also for a void label and one that was erased with its
 * account, and `busy` while too many are drawn.
 */
export async function printShippingLabel(
  context: SignedInContext,
  { labelId }: { readonly labelId: string },
): Promise<File> {
  const label = await findLabel(context.db, labelId);
  const bytes = await readLabelsPdf(context, [label]);
  const name = `label-${label?.trackingNumber ?? ""}.pdf`;
  return new File([bytes], name, { type: "application/pdf" });
}

type LabelWork = {
  readonly longLabelled: number;
  readonly lowStocks: number;
  readonly closedByRules: number;
};

/**
 * Packages that were labelled more than three days ago and have not left, services with few numbers left, and packages whose
 * service no longer takes them since they were accepted; the last takes longest, and is 0 where nobody asks.
 */
export async function countLabelWork(
  db: Db,
  now: Date,
  { isClosedAsked }: { readonly isClosedAsked: boolean },
): Promise<LabelWork> {
  const [longLabelled, lowStocks, closed] = await Promise.all([
    countLabelledBefore(db, addDays(now, -longLabelledDays)),
    countLowStocks(db, now),
    isClosedAsked ? readClosedByRules({ db, now: () => now }, null) : [],
  ]);
  return { longLabelled, lowStocks, closedByRules: closed.length };
}

/** A package that was accepted. Throws `not_found`. */
export async function readPackageToLabel(
  context: SignedInContext,
  shipRequestId: string,
): Promise<PackageToLabel> {
  const row = await findPackageToLabel(context.db, shipRequestId);
  const [described] = await describePackagesToLabel(context, row === undefined ? [] : [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}

/** Packages to label as the contract defines them. */
async function describePackagesToLabel(
  context: SignedInContext,
  rows: readonly PackageToLabelRow[],
): Promise<PackageToLabel[]> {
  const { db, language, now, session } = context;
  const unlabelled = rows.filter(({ labelId }) => labelId === null);
  const stocked = new Set(unlabelled.length > 0 ? await readStockedServices(db, now()) : []);
  const faults = await readGoodsFaults(
    context,
    unlabelled.map(({ shipRequestId }) => shipRequestId),
  );
  const closed = new Set(
    await readClosedByRules(
      context,
      unlabelled.map(({ shipRequestId }) => shipRequestId),
    ),
  );
  const obstacleOf = (row: PackageToLabelRow) => {
    const { labelId, userId, recipient, serviceCode } = row;
    if (labelId !== null) return null;
    if (userId === session.person.id) return "own";
    if (unprintableFields(recipient).length > 0) return "address";
    const fault = faults.get(row.shipRequestId);
    if (fault !== undefined) return fault.lackingLines.length > 0 ? "code" : "lines";
    if (!stocked.has(serviceCode)) return "no_numbers";
    return closed.has(row.shipRequestId) ? "goods" : null;
  };
  return rows.map((row) => ({
    ...describePackageToLabel(row, language, obstacleOf(row)),
    lackingLines: [...(faults.get(row.shipRequestId)?.lackingLines ?? [])],
  }));
}

function describePackageToLabel(
  row: PackageToLabelRow,
  language: Language,
  obstacle: LabelObstacle | null,
): Omit<PackageToLabel, "lackingLines"> {
  const { labelId, trackingNumber, numberSource, labelledAt } = row;
  const hasLabel =
    labelId !== null && trackingNumber !== null && numberSource !== null && labelledAt !== null;
  return {
    shipRequestId: row.shipRequestId,
    packageId: row.packageId,
    ...describeBoxName(row),
    countryCode: row.countryCode,
    serviceName: row.serviceNames[language],
    carrierCode: row.carrierCode,
    weightGrams: row.weightGrams,
    parcelsCount: row.parcelsCount,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    unprintableFields: unprintableFields(row.recipient),
    obstacle,
    label: hasLabel
      ? {
          id: labelId,
          trackingNumber,
          numberSource,
          createdAt: labelledAt.toISOString(),
          isCarriersOwn: row.fileId !== null,
          isOnManifest: row.isOnManifest,
          customsForm: row.customsForm,
        }
      : null,
  };
}

/**
 * Makes the label of a locked request void that is cancelled, in the transaction `db`, and removes it from an open manifest;
 * from a closed one it is left behind.
 */
export async function endLabelOfRequest(
  db: Db,
  shipRequestId: string,
  end: { readonly by: string | null; readonly at: Date; readonly reason: string },
): Promise<void> {
  const label = await findLabelOfRequest(db, shipRequestId);
  if (label === undefined) return;
  await updateLabelToVoid(db, label.id, { ...end, by: end.by ?? label.createdBy });
  await deleteListingsOnOpenManifests(db, shipRequestId);
}

/** Whether a request is on a manifest that has not left, or left with one. */
export async function isOnManifest(db: Db, shipRequestId: string): Promise<boolean> {
  return await isListed(db, shipRequestId);
}

/** Empties the labels of a customer whose account is closed; their numbers and the money history stay. Returns deleted files. */
export async function eraseLabels(db: Db, userId: string): Promise<StoredKeys[]> {
  const labelIds = await eraseLabelsOfUser(db, userId);
  await erasePapers(db, labelIds);
  return await deleteFilesOf(db, labelIds);
}
