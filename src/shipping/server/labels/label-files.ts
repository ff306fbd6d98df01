import type {
  LabelFileSettings,
  ImportedLabelNumbers,
} from "#shipping/contract/shipping-labels.ts";
import { declaredValueText, type DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import {
  labelFileCells,
  labelFileLimits,
  type FiledPackage,
  parseLabelNumbers,
  type LabelNumberError,
  type ReferencedNumber,
  defaultLabelFileColumns,
  defaultLineCharacters,
  type LabelFileColumn,
} from "#shipping/rules/label-file.ts";
import { shipRequestReference, parseShipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import {
  listFileRows,
  type FileRow,
  listReferencedRequests,
  findFileSettings,
  lockFileSettings,
  saveFileColumns,
} from "./label-file-queries.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { labelRequest, stopOfError } from "./label-request.ts";
import {
  lockOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import { apiError } from "#platform/contract/errors.ts";

const rowsAtOnce = 500;
/** Upload pages of carriers expect points and commas. */
const reader = { locale: "en-US", timeZone: "UTC" };

function filed(row: FileRow): FiledPackage {
  const { valueMinor, currency } = row;
  return {
    reference: shipRequestReference(row.number),
    serviceName: row.serviceName,
    recipient: row.recipient,
    countryCode: row.countryCode,
    weightGrams: row.weightGrams,
    sidesMm: [row.lengthMm, row.widthMm, row.heightMm],
    contents: row.contents,
    value:
      valueMinor === null || currency === null
        ? ""
        : declaredValueText(Number(valueMinor), currency as DeclaredCurrency),
    currency: currency ?? "",
  };
}

type Line = { readonly number: bigint; readonly place: number; readonly cells: readonly string[] };

/** The next lines of a file, without packages that can be in none; fewer than `rowsAtOnce` are the last ones. */
async function readLines(
  { db }: SignedInContext,
  { carrierCode, columns, lineCharacters }: LabelFileSettings,
  last: Line | null,
): Promise<Line[]> {
  const lines: Line[] = [];
  let [number, place] = [last?.number ?? 0n, last?.place ?? 0];
  for (;;) {
    const limit = Math.min(rowsAtOnce - lines.length, labelFileLimits.packages - place);
    const rows = limit === 0 ? [] : await listFileRows(db, carrierCode, number, limit);
    for (const row of rows) {
      const cells = labelFileCells(filed(row), lineCharacters);
      number = row.number;
      if (cells === null) continue;
      place += 1;
      lines.push({ number, place, cells: columns.map(({ field }) => cells[field]) });
    }
    if (rows.length < limit || limit === 0) return lines;
  }
}

/**
 * The accepted packages of a carrier that have no label, as CSV for its upload page. Left out are addresses that are in
 * another script or too long for it. Throws `carrier_not_found` and what `csvDownload` throws.
 */
export async function exportLabelFile(
  context: SignedInContext,
  { carrierCode }: { readonly carrierCode: string },
): Promise<ReadableStream<Uint8Array>> {
  const settings = await getFileSettings(context.db, carrierCode);
  return await csvDownload<Line>(context, reader, {
    fileName: `labels-${carrierCode}.csv`,
    columns: settings.columns.map(({ heading }) => heading),
    rowsAtOnce,
    readAfter: (last) => readLines(context, settings, last),
    cellsOf: (_csv, { cells }) => cells,
  });
}

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
    // All rows make a label or none, so that it waits for its customer only once one is made by itself.
    const stop = stopOfError(error);
    if (stop !== null) return wrong(stop, row.reference);
    if (code === "address_not_printable" || code === "code_missing" || code === "too_many_lines")
      return wrong(code, row.reference);
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
  await context.auditOf(context.session.person.id, {
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
    context.unchanged();
    return { labelsCount: 0, errors: [...errors] };
  }
  try {
    // With a wrong row, those before it are undone.
    const labelsCount = await atomically(context.db, (db) => labelAll(context, db, numbers));
    return { labelsCount, errors: [] };
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error;
    context.unchanged();
    const inOrder = error.errors.toSorted((one, other) => one.line - other.line);
    return { labelsCount: 0, errors: inOrder.slice(0, labelFileLimits.errors) };
  }
}

/** How the file for a carrier looks. Throws `carrier_not_found`. */
async function getFileSettings(db: Db, carrierCode: string): Promise<LabelFileSettings> {
  const row = await findFileSettings(db, carrierCode);
  if (row === undefined) throw apiError("carrier_not_found");
  return {
    carrierCode,
    columns: row.columns ?? defaultLabelFileColumns,
    lineCharacters: row.addressLineCharacters ?? defaultLineCharacters,
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}

/** Which columns the file for a carrier has. Throws `carrier_not_found`. */
export async function readLabelFileSettings(
  { db }: SignedInContext,
  { carrierCode }: { readonly carrierCode: string },
): Promise<LabelFileSettings> {
  return await getFileSettings(db, carrierCode);
}

/** Chooses the columns of the file for a carrier. Throws `carrier_not_found`. */
export async function changeLabelFileSettings(
  context: SignedInContext,
  { carrierCode, columns }: { readonly carrierCode: string; readonly columns: LabelFileColumn[] },
): Promise<LabelFileSettings> {
  const { db } = context;
  await lockFileSettings(db, carrierCode);
  const before = await getFileSettings(db, carrierCode);
  const edit = context.edits({ columns: before.columns }, { columns });
  if (edit === null) return before;
  const change = { columns, updatedBy: context.session.person.id, updatedAt: context.now() };
  await saveFileColumns(db, carrierCode, change);
  await context.audit(edit);
  return await getFileSettings(db, carrierCode);
}
