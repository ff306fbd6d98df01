import { afterOpenHours, usualOpeningTimes } from "#catalogue/rules/warehouse.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { OwnCase } from "#office/contract/case-fields.ts";
import {
  answerHours,
  caseKindOf,
  caseLimits,
  type CaseKind,
  type CaseProblem,
  type CaseSubject,
} from "#office/rules/case.ts";
import type { AskedMoney } from "#office/contract/case-money.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { addFile } from "#platform/server/files/files.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import "#office/server/file-kinds.ts";
import { isMoneyAsked, readAsked, type AskedFacts } from "./ask-money.ts";
import {
  findOpeningTimes,
  findOwnCase,
  findOwnThing,
  insertCase,
  insertMessage,
  isOwnMessage,
  lockCase,
  lockOpenCases,
} from "./case-queries.ts";
import { describeOwnCase } from "./read-cases.ts";

/** By when staff answer: after so many opening hours of the thing's warehouse, or of an office where there is none. */
export async function answerDueAt(
  db: Db,
  warehouseId: string | null,
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
 * Says that a customer, who is locked, may have one more open case: throws `case_open` with the `caseId` where one is open for
 * the thing and kind, and `too_many_cases` above ten open ones.
 */
export async function requireMayOpen(
  db: Db,
  userId: string,
  { subjectId, kind }: Pick<RowOf<"cases">, "subjectId" | "kind">,
): Promise<void> {
  const open = await lockOpenCases(db, userId);
  const same = open.find((one) => one.subjectId === subjectId && one.kind === kind);
  if (same !== undefined) throw apiError("case_open", { caseId: same.id });
  if (open.length >= caseLimits.open) throw apiError("too_many_cases");
}

/** Inserts a case with what its customer, who is locked and may open it, wrote first. Throws `too_many_requests` after three in an hour. */
export async function startCase(
  context: SignedInContext,
  opened: {
    readonly subject: CaseSubject;
    readonly subjectId: string;
    readonly subjectName: string;
    readonly kind: CaseKind;
    readonly dueAt: Date;
    /** The closed case that it goes on with. */
    readonly previousId: string | null;
    readonly asked?: AskedFacts;
  },
  text: string,
): Promise<{ caseId: string; messageId: string }> {
  const { db, session } = context;
  const userId = session.person.id;
  const now = context.now();
  await countAttempt(db, "casesPerAccount", userId, now);
  const { asked, ...thing } = opened;
  const { id: caseId } = await insertCase(db, {
    ...thing,
    ...asked,
    userId,
    state: "waiting_for_us",
    waitingSince: now,
    firstDueAt: opened.dueAt,
    openedAt: now,
    lastAt: now,
  });
  const message = { caseId, userId, authorId: userId, sender: "customer" as const, text };
  const messageId = await insertMessage(db, { ...message, createdAt: now });
  context.log.info({ caseId, kind: opened.kind }, "Case opened");
  return { caseId, messageId };
}

/**
 * Opens a case about an own thing. Throws `account_closed`, `not_found`, `case_outside_window` with the days where money is
 * asked for then, `amount_over_declared` with the most, and what `requireMayOpen` and `startCase` throw.
 */
export async function openCase(
  context: SignedInContext,
  input: {
    readonly subject: CaseSubject;
    readonly subjectId: string;
    readonly problem: CaseProblem;
    readonly text: string;
    readonly asked?: AskedMoney | undefined;
  },
): Promise<OwnCase> {
  const { db, session } = context;
  const { subject, subjectId } = input;
  const userId = session.person.id;
  const { subscription } = await lockCustomer(db, userId);
  const thing = await findOwnThing(db, userId, input);
  if (thing === undefined) throw apiError("not_found");
  const isInWindow = await isMoneyAsked(context, input);
  const kind = caseKindOf(input.problem, subject, isInWindow);
  await requireMayOpen(db, userId, { subjectId, kind });
  const dueAt = await answerDueAt(db, thing.warehouseId, subscription, context.now());
  const opened = { subject, subjectId, subjectName: thing.name, kind, dueAt, previousId: null };
  const asked = input.asked && (await readAsked(context, subjectId, kind, input.asked));
  const { caseId } = await startCase(context, { ...opened, ...(asked && { asked }) }, input.text);
  return await describeOwnCase(context, caseId);
}

/**
 * Adds an image, drawn again without metadata, or a PDF to an own message of an own open case, without a `messageId` to the
 * first one. Throws `not_found`, `case_closed`, `account_closed`, and what `addFile` throws.
 */
export async function addCaseFile(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly messageId?: string | undefined;
    readonly file: File;
    readonly idempotencyKey: string;
  },
): Promise<OwnCase> {
  const { db, session } = context;
  const { caseId, messageId: namedId, ...upload } = input;
  const userId = session.person.id;
  const messageId = namedId ?? (await findOwnCase(db, userId, caseId))?.firstMessageId ?? null;
  if (messageId === null || !(await isOwnMessage(db, userId, { caseId, messageId }))) {
    throw apiError("not_found");
  }
  const target = { ownerKind: "case_message", ownerId: messageId, kind: "proof" } as const;
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
