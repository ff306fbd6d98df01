// What staff ask customers to choose in cases, and what is done when they choose.
import type { OwnCaseDetails, StaffCaseDetails } from "#office/contract/case-fields.ts";
import type { AskedChoice, ChoosableThings } from "#office/contract/case-choices.ts";
import {
  changesRequest,
  choiceEnd,
  mostAnswerDays,
  type CaseChoice,
} from "#office/rules/case-choice.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { sentence } from "#platform/server/translate.ts";
import {
  changeParcels,
  continueWithoutMissing,
  leaveOutParcels,
} from "#shipping/server/ship-requests/change-parcels.ts";
import { cancelShipRequest } from "#shipping/server/ship-requests/end-request.ts";
import {
  answeredNow,
  insertStaffMessage,
  lockForStaff,
  requireAnswerable,
  requireAsShown,
} from "./answer-case.ts";
import { findChoices, findChoosable, findRequestParcels } from "./case-choice-queries.ts";
import { findCase, findOwnThing, insertMessage, updateCase } from "./case-queries.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { answerDueAt } from "./open-case.ts";
import { readCase, readOwnCase } from "./read-cases.ts";
import { lockOwnCase, waitingForUs } from "./write-case.ts";

/** By when a customer answers; null: whenever they like. Throws `invalid_input` for a time that has passed or is far away. */
export function parseAnswerBy(answerBy: string | undefined, now: Date): Date | null {
  if (answerBy === undefined) return null;
  const at = new Date(answerBy);
  if (at <= now || at > addDays(now, mostAnswerDays)) {
    throw apiError("invalid_input", { field: "answerBy" }, sentence("errors.answerByNotInTime"));
  }
  return at;
}

/** The choices as they are stored. Throws `choice_not_possible` for what the thing does not have. */
function toChoices(asked: readonly AskedChoice[], things: ChoosableThings): CaseChoice[] {
  const known = new Set(things.parcels.map(({ id }) => id));
  return asked.map(({ label, effect, inboundParcelIds }, index) => {
    const needsRequest = effect !== null && changesRequest(effect);
    const shipRequestId = needsRequest ? things.shipRequestId : null;
    const needsParcels = effect === "leave_out_parcels";
    const parcelIds = needsParcels ? [...new Set(inboundParcelIds)] : [];
    if (
      (needsRequest && shipRequestId === null) ||
      !parcelIds.every((id) => known.has(id)) ||
      ((effect === "agree_return" || effect === "agree_dispose") && known.size === 0)
    ) {
      throw apiError("choice_not_possible");
    }
    if (needsParcels && parcelIds.length === 0) {
      throw apiError("choice_not_possible", {}, sentence("errors.choiceWithoutParcels"));
    }
    return { code: String(index + 1), label, effect, shipRequestId, inboundParcelIds: parcelIds };
  });
}

/** What the choices of a case can be about. Throws `not_found`. */
export async function readChoosable(
  { db }: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<ChoosableThings> {
  const found = await findCase(db, caseId);
  if (found === undefined) throw apiError("not_found");
  return await findChoosable(db, found);
}

/**
 * Asks the customer of a case to choose, which then waits for them. Throws what `answerCase` throws, `choice_not_possible` and
 * `invalid_input` for a time to answer that has passed.
 */
export async function askCase(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly text: string;
    readonly choices: readonly AskedChoice[];
    readonly answerBy?: string | undefined;
    readonly seenMessageId?: string | undefined;
  },
): Promise<StaffCaseDetails> {
  const { db } = context;
  const { caseId, text } = input;
  const locked = await lockForStaff(context, caseId);
  await requireAsShown(context, locked, input.seenMessageId);
  await requireAnswerable(context, locked);
  const answerBy = parseAnswerBy(input.answerBy, context.now());
  const choices = toChoices(input.choices, await findChoosable(db, locked));
  const dedupeKey = await insertStaffMessage(context, locked, text, { choices });
  const state = "waiting_for_customer";
  await updateCase(db, caseId, { ...answeredNow(context, locked), state, answerBy });
  await notifyCustomer(context, db, locked, { kind: "case_answered", text, dedupeKey });
  const effects = choices.flatMap(({ effect }) => effect ?? []);
  await context.audit({ before: { state: locked.state }, after: { state, effects } });
  context.log.info({ caseId, effects }, "Customer asked to choose in a case");
  return await readCase(context, { caseId });
}

/** What says that an operation is no longer possible; the customer can put right all else, such as too few packages. */
const impossible = new Set([
  "conflict",
  "not_found",
  "nothing_to_ship",
  "inbound_parcel_not_free",
  "package_departed",
]);

/** Leaves parcels out of a box that is packed, or out of the request before that. */
async function leaveOut(
  context: SignedInContext,
  shipRequestId: string,
  leaving: readonly string[],
) {
  const { db, session } = context;
  const found = await findRequestParcels(db, session.person.id, shipRequestId);
  if (found === undefined) throw apiError("not_found");
  if (found.state !== "requested" && found.state !== "packing") {
    await leaveOutParcels(context, { shipRequestId, inboundParcelIds: leaving });
    return;
  }
  const { version: expectedVersion, parcelIds } = found;
  const inboundParcelIds = parcelIds.filter((id) => !leaving.includes(id));
  if (inboundParcelIds.length === parcelIds.length) throw apiError("conflict");
  await changeParcels(context, { shipRequestId, inboundParcelIds, expectedVersion });
}

async function runEffect(context: SignedInContext, choice: CaseChoice): Promise<void> {
  const { effect, shipRequestId, inboundParcelIds } = choice;
  if (shipRequestId === null) return;
  if (effect === "leave_out_parcels") await leaveOut(context, shipRequestId, inboundParcelIds);
  else if (effect === "continue_without_missing")
    await continueWithoutMissing(context, { shipRequestId });
  else if (effect === "cancel_ship_request")
    await cancelShipRequest(context, { shipRequestId, reason: "" });
}

/** Whether what was chosen could be done; where it could not, nothing of it is. Other refusals are thrown. */
async function tryEffect(context: SignedInContext, choice: CaseChoice): Promise<boolean> {
  try {
    await atomically(context.db, async (db) => await runEffect({ ...context, db }, choice));
    return true;
  } catch (error) {
    if (error instanceof ApiError && impossible.has(error.code)) return false;
    throw error;
  }
}

/** A choice that the customer may still make. Throws `not_found`, and `choice_over` with what was chosen. */
async function requireChoosable(
  { db, now }: SignedInContext,
  locked: RowOf<"cases">,
  { messageId, code }: { readonly messageId: string; readonly code: string },
): Promise<CaseChoice> {
  const found = await findChoices(db, locked.id, messageId);
  const choice = found?.choices.find((one) => one.code === code);
  if (found === undefined || choice === undefined) throw apiError("not_found");
  const end = choiceEnd({
    isChosen: found.chosen !== null,
    isNewest: found.isNewest,
    isClosed: locked.state === "closed",
    isOverdue: found.isOverdue,
    answerBy: locked.answerBy,
    now: now(),
  });
  if (end === null) return choice;
  const chosen = found.choices.find((one) => one.code === found.chosen);
  throw chosen === undefined
    ? apiError("choice_over")
    : apiError(
        "choice_over",
        { code: chosen.code },
        sentence("errors.choiceMade", { label: chosen.label }),
      );
}

/**
 * Chooses in an own case: what belongs to the choice is done, and both are one change. Where that is no longer possible, the
 * case says so and returns to staff, who ask anew.
 *
 * Throws `not_found`, `account_closed`, `too_many_requests` after 20 messages in an hour, `choice_over` where it was decided
 * already or is too late, and what the operation throws that the customer can put right.
 */
export async function chooseInCase(
  context: SignedInContext,
  input: { readonly caseId: string; readonly messageId: string; readonly code: string },
): Promise<OwnCaseDetails> {
  const { db, session } = context;
  const { caseId } = input;
  const userId = session.person.id;
  const now = context.now();
  const { locked, plan } = await lockOwnCase(context, caseId);
  await countAttempt(db, "caseMessagesPerAccount", userId, now);
  const choice = await requireChoosable(context, locked, input);
  const isDone = await tryEffect(context, choice);
  const ofCase = { caseId, userId };
  await insertMessage(db, {
    ...ofCase,
    authorId: userId,
    sender: "customer",
    text: choice.label,
    answersId: input.messageId,
    choice: choice.code,
    createdAt: now,
  });
  if (!isDone) {
    const event = { sender: "system", event: "choice_not_possible", text: "" } as const;
    await insertMessage(db, { ...ofCase, ...event, authorId: null, createdAt: now });
  }
  const thing = await findOwnThing(db, userId, locked);
  const dueAt = await answerDueAt(db, thing?.warehouseId ?? null, plan, now);
  await updateCase(db, caseId, { lastAt: now, ...waitingForUs(locked, dueAt, now) });
  context.log.info({ caseId, effect: choice.effect, isDone }, "Customer chose in a case");
  return await readOwnCase(context, { caseId });
}
