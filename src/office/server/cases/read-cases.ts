import { listParcelOwners } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import type {
  AnswerTimes,
  CaseMessage,
  OwnCase,
  OwnCaseDetails,
  StaffCase,
  StaffCaseDetails,
} from "#office/contract/case-fields.ts";
import { answerTimeDays, caseLimits, caseReference } from "#office/rules/case.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { hasStaffAccess } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listFiles, type FileRow } from "#platform/server/files/files.ts";
import { fileUrl, type FileServices } from "#platform/server/files/serve-file.ts";
import { describeOwnEvidence, describeStaffEvidence } from "./case-evidence.ts";
import {
  computeAnswerTimes,
  countOpenCases,
  countWaitingCases,
  findCase,
  findOwnCase,
  listMessageRows,
  listOpenCaseRows,
  listOwnCaseRows,
  listPictures,
  type CaseRow,
  type MessageRow,
} from "./case-queries.ts";
import type { OpenCases } from "./open-case-queries.ts";

type FilesByMessage = ReadonlyMap<string, readonly FileRow[]>;

async function listFilesOf(db: Db, messageIds: readonly string[]): Promise<FilesByMessage> {
  const files = await listFiles(db, "case_message", messageIds);
  return Map.groupBy(files, ({ ownerId }) => ownerId);
}

function toFiles(services: FileServices, files: readonly FileRow[] = []): OwnCase["files"] {
  return files.map(({ id, contentType }) => ({
    id,
    contentType,
    fileUrl: fileUrl(services, id, "file"),
  }));
}

function transactionOf(row: CaseRow): OwnCase["transaction"] {
  const { transactionType: type, transactionCents, transactionAt } = row;
  if (type === null || transactionAt === null) return null;
  return { type, amountCents: Number(transactionCents), createdAt: transactionAt.toISOString() };
}

function toCase(services: FileServices, row: CaseRow, files: FilesByMessage): OwnCase {
  return {
    id: row.id,
    number: caseReference(row.number),
    subject: row.subject,
    subjectId: row.subjectId,
    subjectName: row.subjectName,
    transaction: transactionOf(row),
    kind: row.kind,
    state: row.state,
    text: row.text ?? "",
    files: toFiles(services, files.get(row.firstMessageId ?? "")),
    waitingSince: row.waitingSince.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    answerBy: row.answerBy?.toISOString() ?? null,
    askedCents: row.askedCents,
    grantedCents: row.transactionId === null ? null : row.grantedCents,
    outcome: row.outcome,
    openedAt: row.openedAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

async function describeCases(
  services: FileServices,
  db: Db,
  rows: readonly CaseRow[],
): Promise<OwnCase[]> {
  const files = await listFilesOf(
    db,
    rows.flatMap(({ firstMessageId }) => firstMessageId ?? []),
  );
  return rows.map((row) => toCase(services, row, files));
}

function toMessage(services: FileServices, row: MessageRow, files: FilesByMessage): CaseMessage {
  const { id, sender, event, text, choices } = row;
  return {
    id,
    sender,
    event,
    text,
    files: toFiles(services, files.get(id)),
    choices:
      choices &&
      choices.map(({ inboundParcelIds, ...choice }) => ({
        ...choice,
        inboundParcelIds: [...inboundParcelIds],
      })),
    chosenCode: row.chosen,
    createdAt: row.createdAt.toISOString(),
  };
}

function previousOf({ previousId, previousNumber }: CaseRow): OwnCaseDetails["previous"] {
  if (previousId === null || previousNumber === null) return null;
  return { id: previousId, number: caseReference(previousNumber) };
}

/** Cases as their customer reads them, with their messages but without notes. */
async function describeOwnDetails(
  context: SignedInContext,
  rows: readonly CaseRow[],
  limit: number | null,
): Promise<OwnCaseDetails[]> {
  const { db } = context;
  const caseIds = rows.map(({ id }) => id);
  const messages = await listMessageRows(db, caseIds, { withNotes: false, limit });
  const byCase = Map.groupBy(messages, ({ caseId }) => caseId);
  const files = await listFilesOf(
    db,
    messages.map(({ id }) => id),
  );
  const described = await describeCases(context, db, rows);
  const joined = await describeOwnEvidence(
    context,
    rows.map(({ evidence }) => evidence),
  );
  return rows.flatMap((row, place) => {
    const [shown, evidence] = [described[place], joined[place]];
    if (shown === undefined || evidence === undefined) return [];
    return {
      ...shown,
      previous: previousOf(row),
      evidence,
      messages: (byCase.get(row.id) ?? []).map((message) => toMessage(context, message, files)),
    };
  });
}

async function describeStaffCases(
  context: SignedInContext,
  rows: readonly CaseRow[],
): Promise<StaffCase[]> {
  const described = await describeCases(context, context.db, rows);
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const customers = await listParcelOwners(context, context.db, userIds);
  const seesPhotos = hasStaffAccess(context.session.person, roleAccess.inboundParcels);
  const pictures = seesPhotos ? await listPictures(context.db, rows) : new Map<string, string>();
  return rows.flatMap(({ id, userId, packageId }, place) => {
    const [shown, customer] = [described[place], customers.get(userId)];
    const fileId = pictures.get(id);
    const pictureUrl = fileId === undefined ? null : fileUrl(context, fileId, "thumbnail");
    if (shown === undefined || customer === undefined) return [];
    return [{ ...shown, customer, packageId, pictureUrl }];
  });
}

/** An own case as it is now. Throws `not_found`. */
export async function describeOwnCase(context: SignedInContext, caseId: string): Promise<OwnCase> {
  const row = await findOwnCase(context.db, context.session.person.id, caseId);
  const [shown] = row === undefined ? [] : await describeCases(context, context.db, [row]);
  if (shown === undefined) throw apiError("not_found");
  return shown;
}

/** An own case with its messages. Throws `not_found`. */
export async function readOwnCase(
  context: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<OwnCaseDetails> {
  const row = await findOwnCase(context.db, context.session.person.id, caseId);
  const rows = row === undefined ? [] : [row];
  const [shown] = await describeOwnDetails(context, rows, caseLimits.shownMessages);
  if (shown === undefined) throw apiError("not_found");
  return shown;
}

/** The own cases, those with the newest messages first, at most 100. */
export async function listOwnCases(context: SignedInContext): Promise<{ items: OwnCase[] }> {
  const { db, session } = context;
  const rows = await listOwnCaseRows(db, session.person.id, caseLimits.listed);
  return { items: await describeCases(context, db, rows) };
}

/** All own cases with all messages but notes, for the export of the account. */
export async function exportCases(context: SignedInContext): Promise<OwnCaseDetails[]> {
  const { db, session } = context;
  const rows = await listOwnCaseRows(db, session.person.id, null);
  return await describeOwnDetails(context, rows, null);
}

/** How soon staff have answered in the last 30 days; null where there was nothing to answer. */
async function readAnswerTimes({ db, now }: SignedInContext): Promise<AnswerTimes | null> {
  const times = { since: addDays(now(), -answerTimeDays), now: now() };
  const computed = await computeAnswerTimes(db, times);
  if (computed === undefined || computed.count === 0) return null;
  const { count, medianSeconds, inTimeCount } = computed;
  return {
    count,
    medianMinutes: medianSeconds === null ? null : Math.round(medianSeconds / 60),
    inTimePercent: Math.round((inTimeCount / count) * 100),
  };
}

/** One page of the open cases: the earliest due first, then those that wait for their customers. */
export async function listOpenCases(
  context: SignedInContext,
  { page, pageSize, ...listed }: OpenCases & { readonly page: number; readonly pageSize: number },
): Promise<{ items: StaffCase[]; total: number; answerTimes: AnswerTimes | null }> {
  const { db } = context;
  const rows = await listOpenCaseRows(db, {
    ...listed,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: await describeStaffCases(context, rows),
    total: await countOpenCases(db, listed),
    answerTimes: await readAnswerTimes(context),
  };
}

/** How many cases, of which `ids` may name some, wait for staff, and since when the oldest. */
export async function countCases(
  db: Db,
  ids?: readonly string[],
): ReturnType<typeof countWaitingCases> {
  return await countWaitingCases(db, ids);
}

/** Any customer's case as staff read it, with notes. Throws `not_found`. */
export async function readCase(
  context: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<StaffCaseDetails> {
  const { db } = context;
  const row = await findCase(db, caseId);
  const [shown] = row === undefined ? [] : await describeStaffCases(context, [row]);
  if (row === undefined || shown === undefined) throw apiError("not_found");
  const messages = await listMessageRows(db, [caseId], {
    withNotes: true,
    limit: caseLimits.shownMessages,
  });
  const files = await listFilesOf(
    db,
    messages.map(({ id }) => id),
  );
  return {
    ...shown,
    previous: previousOf(row),
    evidence: await describeStaffEvidence(context, row.evidence),
    messages: messages.map((message) => ({
      ...toMessage(context, message, files),
      isInternal: message.isInternal,
      authorEmail: message.authorEmail,
    })),
  };
}
