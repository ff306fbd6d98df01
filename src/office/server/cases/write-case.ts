// What customers do with their own cases.
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { reopeningDays } from "#office/rules/case.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addDays } from "#platform/rules/calendar.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { findOwnThing, insertMessage, lockCase, noGrant, updateCase } from "./case-queries.ts";
import { answerDueAt, requireMayOpen, startCase } from "./open-case.ts";
import { describeOwnCase } from "./read-cases.ts";

/** An own case, locked after its customer. Throws `not_found` and `account_closed`. */
export async function lockOwnCase(
  { db, session }: SignedInContext,
  caseId: string,
): Promise<{ readonly locked: RowOf<"cases">; readonly plan: PlanName | null }> {
  const userId = session.person.id;
  const { subscription: plan } = await lockCustomer(db, userId);
  const locked = await lockCase(db, caseId);
  if (locked === undefined || locked.userId !== userId) throw apiError("not_found");
  return { locked, plan };
}

/** What changes once it is the turn of staff. What waits for them already is answered no later for it. */
export function waitingForUs(locked: RowOf<"cases">, dueAt: Date, now: Date): UpdateOf<"cases"> {
  if (locked.state === "waiting_for_us") return {};
  return {
    state: "waiting_for_us",
    waitingSince: now,
    dueAt,
    answerBy: null,
    outcome: "",
    closedAt: null,
  };
}

/** Opens a case that goes on with one that was closed long ago, also where its thing is no more. */
async function continueInNewCase(
  context: SignedInContext,
  previous: RowOf<"cases">,
  { text, dueAt }: { readonly text: string; readonly dueAt: Date },
) {
  await requireMayOpen(context.db, previous.userId, previous);
  const { subject, subjectId, subjectName, kind, id: previousId } = previous;
  return await startCase(
    context,
    { subject, subjectId, subjectName, kind, dueAt, previousId },
    text,
  );
}

/**
 * Adds what a customer writes to an own case, which then waits for staff. One that was closed within 30 days is opened again;
 * later a new one is opened that names it. Throws `not_found`, `account_closed`, `too_many_requests` after 20 in an hour, and what
 * `requireMayOpen` throws where it was closed.
 */
export async function addCaseMessage(
  context: SignedInContext,
  { caseId, text }: { readonly caseId: string; readonly text: string },
): Promise<{ caseId: string; messageId: string }> {
  const { db, session } = context;
  const userId = session.person.id;
  const now = context.now();
  const { locked, plan } = await lockOwnCase(context, caseId);
  await countAttempt(db, "caseMessagesPerAccount", userId, now);
  const thing = await findOwnThing(db, userId, locked);
  const dueAt = await answerDueAt(db, thing?.warehouseId ?? null, plan, now);
  const { closedAt } = locked;
  if (closedAt !== null && closedAt < addDays(now, -reopeningDays)) {
    return await continueInNewCase(context, locked, { text, dueAt });
  }
  if (closedAt !== null) await requireMayOpen(db, userId, locked);
  const message = { caseId, userId, authorId: userId, sender: "customer" as const, text };
  const messageId = await insertMessage(db, { ...message, createdAt: now });
  await updateCase(db, caseId, { lastAt: now, ...waitingForUs(locked, dueAt, now) });
  context.log.info({ caseId, before: locked.state }, "Message added to a case");
  return { caseId, messageId };
}

/** Closes an own case whose customer says that all is fine; a closed one stays. Throws `not_found` and `account_closed`. */
export async function closeOwnCase(
  context: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<OwnCase> {
  const { db } = context;
  const { locked } = await lockOwnCase(context, caseId);
  if (locked.state !== "closed") {
    const now = context.now();
    const closed = { state: "closed", dueAt: null, waitingSince: now, closedAt: now } as const;
    const isUnpaid = locked.transactionId === null;
    await updateCase(db, caseId, { ...closed, answerBy: null, ...(isUnpaid && noGrant) });
    context.log.info({ caseId }, "Case closed by its customer");
  }
  return await describeOwnCase(context, caseId);
}
