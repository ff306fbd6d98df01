import type { ImportedLabelNumbers } from "#shipping/contract/shipping-labels.ts";
import { ApiError } from "#platform/rules/api-error.ts";
import {
  labelFileLimits,
  parseLabelNumbers,
  type LabelNumberError,
  type ReferencedNumber,
} from "#shipping/rules/label-file.ts";
import { parseShipRequestReference } from "#shipping/rules/shipping-label.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { labelRequest } from "#shipping/server/labels/make-label.ts";
import {
  lockOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/lead-outgoing-requests.ts";
import { listReferencedRequests } from "./label-file-queries.ts";

type Found = ReferencedNumber & { readonly requestId: string };

/** Rolls the database transaction back, with what is wrong with the file. */
class WrongFile extends Error {
  readonly errors: readonly LabelNumberError[];
  constructor(errors: readonly LabelNumberError[]) {
    super("The file of numbers is wrong.");
    this.errors = errors;
  }
}

async function findRequests(
  db: Db,
  numbers: readonly ReferencedNumber[],
): Promise<{ readonly found: Found[]; readonly errors: LabelNumberError[] }> {
  const byNumber = new Map(
    numbers.map((row) => [parseShipRequestReference(row.reference) ?? "", row] as const),
  );
  byNumber.delete("");
  const requests = await listReferencedRequests(db, [...byNumber.keys()]);
  const requestOf = new Map(requests.map((request) => [String(request.number), request]));
  const found: Found[] = [];
  const errors: LabelNumberError[] = [];
  for (const row of numbers) {
    const request = requestOf.get(parseShipRequestReference(row.reference) ?? "");
    const wrong = (kind: LabelNumberError["kind"]) =>
      errors.push({ line: row.line, kind, value: row.reference });
    if (request === undefined || request.packageId === null) wrong("unknown_reference");
    else found.push({ ...row, requestId: request.id });
  }
  return { found, errors };
}

/** Why a row makes no label, or null once it has made it. */
async function labelRow(
  context: SignedInContext,
  db: Db,
  row: Found,
  request: OutgoingRequest | undefined,
): Promise<LabelNumberError | null> {
  const wrong = (kind: LabelNumberError["kind"], value: string) => ({
    line: row.line,
    kind,
    value,
  });
  if (request?.state !== "accepted") return wrong("not_accepted", row.reference);
  try {
    await labelRequest(context, db, request, row.trackingNumber);
    return null;
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === "number_used") return wrong(code, row.trackingNumber);
    if (code === "address_not_printable") return wrong(code, row.reference);
    throw error;
  }
}

async function labelAll(
  context: SignedInContext,
  db: Db,
  numbers: readonly ReferencedNumber[],
): Promise<number> {
  const { found, errors } = await findRequests(db, numbers);
  const locked = await lockOutgoingRequests(
    context,
    db,
    found.map(({ requestId }) => requestId),
  );
  const byId = new Map(locked.map(({ request }) => [request.id, request]));
  for (const row of found) {
    const error = await labelRow(context, db, row, byId.get(row.requestId));
    if (error !== null) errors.push(error);
  }
  if (errors.length > 0) throw new WrongFile(errors);
  await recordAdminAction(context, db, {
    action: "labels.importLabelNumbers",
    target: context.session.person.id,
    after: {
      labels: found.map(({ reference, trackingNumber }) => ({ reference, trackingNumber })),
    },
  });
  return found.length;
}

/** Makes labels with the numbers that a carrier gave to our references; with any wrong row none is made. Throws `own_account`. */
export async function importLabelNumbers(
  context: SignedInContext,
  { csv }: { readonly csv: string },
): Promise<ImportedLabelNumbers> {
  const { errors, numbers } = parseLabelNumbers(csv);
  if (errors.length > 0) {
    await context.actsOn(context.db, "request", []);
    return { labelsCount: 0, errors: [...errors] };
  }
  try {
    const labelsCount = await atomically(context.db, (db) => labelAll(context, db, numbers));
    return { labelsCount, errors: [] };
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error;
    const inOrder = error.errors.toSorted((one, other) => one.line - other.line);
    return { labelsCount: 0, errors: inOrder.slice(0, labelFileLimits.errors) };
  }
}
