import { listParcelOwners } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import type { OwnCase, StaffCase } from "#office/contract/cases.ts";
import { caseLimits, caseReference } from "#office/rules/case.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listFiles, type FileRow } from "#platform/server/files/files.ts";
import { fileUrl, type FileServices } from "#platform/server/files/serve-file.ts";
import {
  countOpenCases,
  findCase,
  findOwnCase,
  listOpenCaseRows,
  listOwnCaseRows,
  type CaseRow,
} from "./case-queries.ts";

function toCase(services: FileServices, row: CaseRow, files: readonly FileRow[]): OwnCase {
  return {
    id: row.id,
    number: caseReference(row.number),
    subject: row.subject,
    subjectId: row.subjectId,
    subjectName: row.subjectName,
    kind: row.kind,
    state: row.state,
    text: row.text,
    files: files.map(({ id, contentType }) => ({
      id,
      contentType,
      fileUrl: fileUrl(services, id, "file"),
    })),
    dueAt: row.dueAt.toISOString(),
    outcome: row.outcome,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

async function describeCases(
  services: FileServices,
  db: Db,
  rows: readonly CaseRow[],
): Promise<OwnCase[]> {
  const messageIds = rows.map(({ messageId }) => messageId);
  const files = await listFiles(db, "case_message", messageIds);
  const byMessage = Map.groupBy(files, ({ ownerId }) => ownerId);
  return rows.map((row) => toCase(services, row, byMessage.get(row.messageId) ?? []));
}

async function describeStaffCases(
  context: SignedInContext,
  rows: readonly CaseRow[],
): Promise<StaffCase[]> {
  const described = await describeCases(context, context.db, rows);
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const customers = await listParcelOwners(context, context.db, userIds);
  return rows.flatMap(({ userId, packageId }, place) => {
    const [shown, customer] = [described[place], customers.get(userId)];
    if (shown === undefined || customer === undefined) return [];
    return [{ ...shown, customer, packageId }];
  });
}

/** An own case as it is now. Throws `not_found`. */
export async function describeOwnCase(context: SignedInContext, caseId: string): Promise<OwnCase> {
  const row = await findOwnCase(context.db, context.session.person.id, caseId);
  const [shown] = row === undefined ? [] : await describeCases(context, context.db, [row]);
  if (shown === undefined) throw apiError("not_found");
  return shown;
}

/** The own cases, the newest first, at most 100. */
export async function listOwnCases(context: SignedInContext): Promise<{ items: OwnCase[] }> {
  const { db, session } = context;
  const rows = await listOwnCaseRows(db, session.person.id, caseLimits.listed);
  return { items: await describeCases(context, db, rows) };
}

/** All own cases, the newest first, for the export of the account. */
export async function exportCases(context: SignedInContext): Promise<OwnCase[]> {
  const { db, session } = context;
  return await describeCases(context, db, await listOwnCaseRows(db, session.person.id, null));
}

/** One page of the open cases, the earliest due first. */
export async function listOpenCases(
  context: SignedInContext,
  {
    ids,
    page,
    pageSize,
  }: {
    readonly ids?: readonly string[] | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: StaffCase[]; total: number }> {
  const { db } = context;
  const rows = await listOpenCaseRows(db, { ids, offset: (page - 1) * pageSize, limit: pageSize });
  return {
    items: await describeStaffCases(context, rows),
    total: (await countOpenCases(db, ids)).count,
  };
}

/** How many cases are open, and since when the oldest. */
export async function countCases(db: Db): ReturnType<typeof countOpenCases> {
  return await countOpenCases(db);
}

/** Any customer's case as staff read it. Throws `not_found`. */
export async function readCase(
  context: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<StaffCase> {
  const row = await findCase(context.db, caseId);
  const [shown] = row === undefined ? [] : await describeStaffCases(context, [row]);
  if (shown === undefined) throw apiError("not_found");
  return shown;
}
