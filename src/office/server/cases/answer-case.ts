// What staff write in cases.
import { listParcelOwners } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import { mayNameKind, type GoodsKind } from "#office/rules/case.ts";
import type { CaseChoice } from "#office/rules/case-choice.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { sentence } from "#platform/server/translate.ts";
import {
  findCase,
  findNewestMessageId,
  findOpenCase,
  insertMessage,
  lockCase,
  noGrant,
  updateCase,
} from "./case-queries.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { readCase } from "./read-cases.ts";

/** A case of somebody else, locked until the transaction ends. Throws `not_found` and `own_account`. */
export async function lockForStaff(
  context: SignedInContext,
  caseId: string,
): Promise<RowOf<"cases">> {
  const { db } = context;
  const locked = await lockCase(db, caseId);
  if (locked === undefined) throw apiError("not_found");
  await context.actsOn(db, "case", locked.userId);
  return locked;
}

async function accountState(context: SignedInContext, { userId }: RowOf<"cases">) {
  const owners = await listParcelOwners(context, context.db, [userId]);
  return owners.get(userId)?.accountState ?? "closed";
}

/** Throws `case_closed`, and `conflict` where somebody has written after the message that was shown. */
export async function requireAsShown(
  { db }: SignedInContext,
  { id, state }: RowOf<"cases">,
  seenMessageId: string | undefined,
): Promise<void> {
  if (state === "closed") throw apiError("case_closed");
  if (seenMessageId !== undefined && (await findNewestMessageId(db, id)) !== seenMessageId) {
    throw apiError("conflict", {}, sentence("errors.caseWrittenMeanwhile"));
  }
}

/** Adds what staff write to a locked case; returns the id of the message. */
export async function insertStaffMessage(
  { db, session, now }: SignedInContext,
  { id: caseId, userId }: RowOf<"cases">,
  text: string,
  { isInternal = false, choices }: { isInternal?: boolean; choices?: readonly CaseChoice[] } = {},
): Promise<string> {
  return await insertMessage(db, {
    caseId,
    userId,
    authorId: session.person.id,
    sender: "staff",
    text,
    isInternal,
    ...(choices && { choices: JSON.stringify(choices) }),
    createdAt: now(),
  });
}

/** What an answer of staff changes besides the state. */
export function answeredNow(context: SignedInContext, locked: RowOf<"cases">): UpdateOf<"cases"> {
  const now = context.now();
  return {
    dueAt: null,
    lastAt: now,
    waitingSince: now,
    firstAnsweredAt: locked.firstAnsweredAt ?? now,
    remindedAt: null,
    answerBy: null,
    answerRemindedAt: null,
  };
}

/** What closing a case changes; what was proposed and not paid goes with it. */
export function closedNow(context: SignedInContext, locked: RowOf<"cases">) {
  return {
    ...answeredNow(context, locked),
    state: "closed",
    closedAt: context.now(),
    ...(locked.transactionId === null && noGrant),
  } as const;
}

/** Throws `account_suspended`, since its customer could not read an answer. */
export async function requireAnswerable(
  context: SignedInContext,
  locked: RowOf<"cases">,
): Promise<void> {
  if ((await accountState(context, locked)) === "suspended") {
    throw apiError("account_suspended", {}, sentence("errors.customerSuspended"));
  }
}

/**
 * Answers a case, which then waits for its customer, who gets the text by email. Throws `not_found`, `own_account`,
 * `case_closed`, `conflict` where somebody has written meanwhile, and `account_suspended`, since its customer could not read it.
 */
export async function answerCase(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly text: string;
    readonly seenMessageId?: string | undefined;
  },
): Promise<StaffCaseDetails> {
  const { db } = context;
  const { caseId, text } = input;
  const locked = await lockForStaff(context, caseId);
  await requireAsShown(context, locked, input.seenMessageId);
  await requireAnswerable(context, locked);
  const dedupeKey = await insertStaffMessage(context, locked, text);
  const state = "waiting_for_customer";
  await updateCase(db, caseId, { ...answeredNow(context, locked), state });
  await notifyCustomer(context, db, locked, { kind: "case_answered", text, dedupeKey });
  await context.audit({ before: { state: locked.state }, after: { state } });
  context.log.info({ caseId }, "Case answered");
  return await readCase(context, { caseId });
}

/** Throws `invalid_input` where the kind of a case stays, and `case_open` with the `caseId` where another such case is open. */
async function requireKind(
  { db }: SignedInContext,
  locked: RowOf<"cases">,
  kind: GoodsKind,
): Promise<void> {
  if (!mayNameKind(locked)) throw apiError("invalid_input", { field: "kind" });
  if (locked.state === "closed") return;
  const openId = await findOpenCase(db, { ...locked, kind });
  if (openId === undefined) return;
  throw apiError("case_open", { caseId: openId }, sentence("errors.caseOfKindOpen"));
}

/**
 * Adds a note that staff alone read, which moves nothing; it can say what kind the case turned out to be. Throws `not_found`,
 * `own_account`, what `requireKind` throws, and `account_closed`, since the texts of a closed account are erased.
 */
export async function addCaseNote(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly text: string;
    readonly kind?: GoodsKind | undefined;
  },
): Promise<StaffCaseDetails> {
  const { db } = context;
  const { caseId, text } = input;
  const found = await findCase(db, caseId);
  if (found === undefined) throw apiError("not_found");
  await context.actsOn(db, "case", found.userId);
  // No other case of that kind is opened meanwhile.
  await lockCustomer(db, found.userId);
  const locked = await lockForStaff(context, caseId);
  const kind = input.kind ?? locked.kind;
  const isNamed = input.kind !== undefined && input.kind !== locked.kind;
  if (isNamed) await requireKind(context, locked, input.kind);
  const messageId = await insertStaffMessage(context, locked, text, { isInternal: true });
  if (isNamed) await updateCase(db, caseId, { kind });
  await context.audit({
    ...(isNamed && { before: { kind: locked.kind } }),
    after: { noteId: messageId, ...(isNamed && { kind }) },
  });
  return await readCase(context, { caseId });
}

/**
 * Closes a case with an outcome, its last message, which its customer is sent. Throws `not_found`, `own_account`, `case_closed`, and
 * `conflict` where somebody has written meanwhile.
 */
export async function finishCase(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly outcome: string;
    readonly seenMessageId?: string | undefined;
  },
): Promise<StaffCaseDetails> {
  const { db } = context;
  const { caseId, outcome } = input;
  const locked = await lockForStaff(context, caseId);
  await requireAsShown(context, locked, input.seenMessageId);
  const dedupeKey = await insertStaffMessage(context, locked, outcome);
  await updateCase(db, caseId, { ...closedNow(context, locked), outcome });
  await notifyCustomer(context, db, locked, { kind: "case_finished", text: outcome, dedupeKey });
  await context.audit({ before: { state: locked.state }, after: { state: "closed" } });
  context.log.info({ caseId }, "Case closed");
  return await readCase(context, { caseId });
}
