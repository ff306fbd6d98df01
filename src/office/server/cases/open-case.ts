import { afterOpenHours, usualOpeningTimes } from "#catalogue/rules/warehouse.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { OwnCase } from "#office/contract/cases.ts";
import {
  answerHours,
  caseKindOf,
  caseLimits,
  type CaseProblem,
  type CaseSubject,
} from "#office/rules/case.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { addFile } from "#platform/server/files/files.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import "#office/server/file-kinds.ts";
import {
  findOpeningTimes,
  findOwnCase,
  findOwnThing,
  insertCase,
  lockCase,
  lockOpenCases,
  type CaseThing,
} from "./case-queries.ts";
import { describeOwnCase } from "./read-cases.ts";

/** By when staff answer: after so many opening hours of the thing's warehouse, or of an office where there is none. */
async function dueAt(
  db: Db,
  { warehouseId }: CaseThing,
  plan: PlanName | null,
  now: Date,
): Promise<Date> {
  const hours = answerHours(plan);
  const times = await findOpeningTimes(db, warehouseId);
  const due = times === undefined ? null : afterOpenHours(times, now, hours);
  // A warehouse that is closed for months answers no sooner or later for it.
  return due ?? afterOpenHours(usualOpeningTimes, now, hours) ?? now;
}

/**
 * Opens a case about an own thing. Throws `account_closed`, `not_found`, `case_open` with the `caseId` where one is open for
 * the thing and kind, `too_many_cases` above ten open ones, and `too_many_requests` after three in an hour.
 */
export async function openCase(
  context: SignedInContext,
  input: {
    readonly subject: CaseSubject;
    readonly subjectId: string;
    readonly problem: CaseProblem;
    readonly text: string;
  },
): Promise<OwnCase> {
  const { db, session } = context;
  const { subject, subjectId } = input;
  const userId = session.person.id;
  const now = context.now();
  const { subscription } = await lockCustomer(db, userId);
  const thing = await findOwnThing(db, userId, input);
  if (thing === undefined) throw apiError("not_found");
  const kind = caseKindOf(input.problem, subject, thing.isDelivered);
  const open = await lockOpenCases(db, userId);
  const same = open.find((one) => one.subjectId === subjectId && one.kind === kind);
  if (same !== undefined) throw apiError("case_open", { caseId: same.id });
  if (open.length >= caseLimits.open) throw apiError("too_many_cases");
  await countAttempt(db, "casesPerAccount", userId, now);
  const opened = {
    userId,
    subject,
    subjectId,
    subjectName: thing.name,
    kind,
    state: "waiting_for_us" as const,
    dueAt: await dueAt(db, thing, subscription, now),
    openedAt: now,
  };
  const caseId = await insertCase(db, opened, input.text);
  context.log.info({ caseId, kind }, "Case opened");
  return await describeOwnCase(context, caseId);
}

/**
 * Adds an image, drawn again without metadata, or a PDF to what was written in an own open case. Throws `not_found`,
 * `case_closed`, `account_closed`, and what `addFile` throws.
 */
export async function addCaseFile(
  context: SignedInContext,
  input: { readonly caseId: string; readonly file: File; readonly idempotencyKey: string },
): Promise<OwnCase> {
  const { db, session } = context;
  const { caseId, ...upload } = input;
  const userId = session.person.id;
  const row = await findOwnCase(db, userId, caseId);
  if (row === undefined) throw apiError("not_found");
  const target = { ownerKind: "case_message", ownerId: row.messageId, kind: "proof" } as const;
  await addFile(
    context,
    { ...upload, ...target, name: "photo" },
    {
      lock: async (inner) => {
        await lockCustomer(inner, userId);
        const locked = await lockCase(inner, caseId);
        if (locked === undefined) throw apiError("not_found");
        return locked;
      },
      check: ({ state }) => {
        if (state === "closed") throw apiError("case_closed");
      },
      record: async (_inner, { id: fileId }) => {
        context.log.info({ caseId, fileId }, "File of a case added");
      },
    },
  );
  return await describeOwnCase(context, caseId);
}
