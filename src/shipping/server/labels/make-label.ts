import { apiError } from "#platform/contract/errors.ts";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { OwnerContext, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  lockOutgoingRequests,
  saveOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/lead-outgoing-requests.ts";
import { describePackageToLabel } from "./describe-package.ts";
import { labelContent } from "./label-content.ts";
import {
  findLabelOfRequest,
  findPackageToLabel,
  getLabelFacts,
  insertLabel,
  listUsedNumbers,
  type LabelFacts,
} from "./label-queries.ts";
import { takeNumber } from "./number-ranges/take-number.ts";

function parseNumber(text: string): string {
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

/** The number that was given, or the next one of the service's ranges. Throws `no_numbers_left`. */
async function numberFor(
  db: Db,
  { serviceCode, carrierCode }: LabelFacts,
  givenNumber: string | null,
  now: Date,
) {
  if (givenNumber !== null) {
    return { numberSource: "typed", rangeId: null, trackingNumber: givenNumber } as const;
  }
  const usedNumbers = async (numbers: readonly string[]) =>
    await listUsedNumbers(db, carrierCode, numbers);
  const number = await takeNumber(db, serviceCode, usedNumbers, now);
  if (number === null) throw apiError("no_numbers_left");
  return number;
}

/**
 * Makes the label of a locked request that was accepted, with a number that staff or a carrier gave, or the next one of the
 * service's ranges. Throws `address_not_printable`, `number_used` and `no_numbers_left`.
 */
export async function labelRequest(
  context: SignedInContext,
  db: Db,
  request: OutgoingRequest,
  givenNumber: string | null,
): Promise<{ readonly labelId: string; readonly trackingNumber: string }> {
  const now = context.now();
  const facts = await getLabelFacts(db, request);
  const content = labelContent(request, facts, now);
  const number = await numberFor(db, facts, givenNumber, now);
  const createdBy = context.session.person.id;
  const label = await insertLabel(db, {
    shipRequestId: request.id,
    serviceId: facts.serviceId,
    carrierCode: facts.carrierCode,
    ...number,
    content: JSON.stringify(content),
    createdBy,
    createdAt: now,
  });
  if (label === undefined) throw apiError("number_used");
  await saveOutgoingRequests(db, [request.id], {
    state: "labelled",
    event: "labelled",
    actorId: createdBy,
    at: now,
  });
  return { labelId: label.id, trackingNumber: label.trackingNumber };
}

async function make(
  context: SignedInContext,
  db: Db,
  shipRequestId: string,
  givenNumber: string | null,
): Promise<void> {
  const request = await lockRequestWithPackage(context, db, shipRequestId);
  const existing = await findLabelOfRequest(db, shipRequestId);
  if (existing !== undefined) {
    const isSame = givenNumber === null || existing.trackingNumber === givenNumber;
    if (!isSame) throw apiError("label_exists", { current: existing.trackingNumber });
    return;
  }
  if (request.state !== "accepted") throw apiError("label_not_due");
  const { labelId, trackingNumber } = await labelRequest(context, db, request, givenNumber);
  await recordAdminAction(context, db, {
    action: "labels.makeLabel",
    target: shipRequestId,
    after: { labelId, trackingNumber },
  });
}

/**
 * Makes the label of an accepted package, which is labelled then; one that has a label keeps it. Throws `not_found`,
 * `label_not_due`, `label_exists` where it has another number, `invalid_tracking_number`, `number_used`, `no_numbers_left`
 * and `address_not_printable`.
 */
export async function makeLabel(
  context: SignedInContext,
  input: { readonly shipRequestId: string; readonly trackingNumber: string | null },
): Promise<PackageToLabel> {
  const { shipRequestId } = input;
  const givenNumber = input.trackingNumber === null ? null : parseNumber(input.trackingNumber);
  return await atomically(context.db, async (db) => {
    await make(context, db, shipRequestId, givenNumber);
    const row = await findPackageToLabel(db, shipRequestId);
    if (row === undefined) throw apiError("not_found");
    return describePackageToLabel(row, context.language);
  });
}
