// Money that staff grant in cases: paid at once within the limits of who grants it, above them once a second person confirms it.
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { lockWallet } from "#money/server/wallet/request-holds.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { CaseMoney } from "#office/contract/case-money.ts";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import { caseReference } from "#office/rules/case.ts";
import { grantLimits, mayGrantAlone } from "#office/rules/case-money.ts";
import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { hasStaffAccess } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { sentence } from "#platform/server/translate.ts";
import { closedNow, insertStaffMessage, lockForStaff, requireAsShown } from "./answer-case.ts";
import { overDeclared, readGrantable } from "./case-money.ts";
import { findCase, updateCase } from "./case-queries.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { readCase } from "./read-cases.ts";

type Grant = { readonly amountCents: number; readonly text: string };

/** A case with its customer and their wallet, which are locked in this order. */
async function lockForMoney(context: SignedInContext, caseId: string): Promise<RowOf<"cases">> {
  const { db } = context;
  const found = await findCase(db, caseId);
  if (found === undefined) throw apiError("not_found");
  await context.actsOn(db, "case", found.userId);
  await lockCustomer(db, found.userId);
  const locked = await lockForStaff(context, caseId);
  // What was granted in other cases of the thing is read once nobody else can grant there.
  await lockWallet(db, locked.userId);
  return locked;
}

/** Throws `amount_over_declared` with the most that can be granted; returns what counts with it for the limits of people. */
async function requireGrantable(
  context: SignedInContext,
  locked: RowOf<"cases">,
  amountCents: number,
): Promise<number> {
  const { mostCents, grantedCents } = await readGrantable(context, locked);
  if (mostCents !== null && amountCents > mostCents) throw overDeclared(mostCents);
  return grantedCents + amountCents;
}

/** Posts the compensation, once for a case, and closes the case with what is written to its customer. */
async function pay(
  context: SignedInContext,
  locked: RowOf<"cases">,
  { amountCents, text }: Grant,
  secondBy: string | null,
): Promise<string> {
  const { db } = context;
  const { id: caseId, userId } = locked;
  const reference = caseReference(locked.number);
  const posted = await recordTransaction(db, {
    idempotencyKey: `case:${caseId}`,
    userId,
    type: "compensation",
    amountCents,
    metadata: { reasonCode: "case_decided", reference, caseId },
    at: context.now(),
  });
  if (posted.kind !== "applied") {
    throw new Error(`The ledger did not post what case ${caseId} grants: ${posted.kind}.`);
  }
  const { transactionId } = posted;
  const dedupeKey = await insertStaffMessage(context, locked, text);
  const grantedBy = secondBy === null ? context.session.person.id : locked.grantedBy;
  await updateCase(db, caseId, {
    ...closedNow(context, locked),
    outcome: text,
    grantedCents: amountCents,
    grantedBy,
    grantedAt: secondBy === null ? context.now() : locked.grantedAt,
    grantText: text,
    secondBy,
    transactionId,
  });
  await context.listeners.moneyAvailable(context, db, userId);
  await notifyCustomer(context, db, locked, {
    kind: "case_decided",
    text,
    amountCents,
    dedupeKey,
  });
  context.log.info({ caseId, amountCents, transactionId }, "Money granted in a case");
  return transactionId;
}

/**
 * Grants money in an open case. Within the limits of who grants it, it is paid and closes the case; above, it is proposed, and
 * stands in the place of an earlier proposal.
 *
 * Throws `not_found`, `own_account`, `account_closed`, `case_closed`, `conflict` where somebody has written meanwhile,
 * `case_decided` where money was granted before, and `amount_over_declared`.
 */
export async function grantCase(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly amountCents: number;
    readonly outcome: string;
    readonly seenMessageId?: string | undefined;
  },
): Promise<StaffCaseDetails> {
  const { db, session } = context;
  const { caseId, amountCents, outcome: text } = input;
  const locked = await lockForMoney(context, caseId);
  await requireAsShown(context, locked, input.seenMessageId);
  if (locked.transactionId !== null) throw apiError("case_decided");
  const totalCents = await requireGrantable(context, locked, amountCents);
  if (mayGrantAlone(totalCents, hasStaffAccess(session.person, roleAccess.money))) {
    const transactionId = await pay(context, locked, { amountCents, text }, null);
    await context.audit({
      before: { state: locked.state },
      after: { state: "closed", amountCents, transactionId },
      reason: text,
    });
  } else {
    await updateCase(db, caseId, {
      grantedCents: amountCents,
      grantedBy: session.person.id,
      grantedAt: context.now(),
      grantText: text,
    });
    await context.audit({ after: { proposedCents: amountCents }, reason: text });
  }
  return await readCase(context, { caseId });
}

/**
 * Confirms, as a second person with access to money, what somebody else proposed to grant: it is paid and closes the case.
 *
 * Throws what `grantCase` throws, `second_person_needed` for who proposed it, and `conflict` where nothing, or another amount or
 * outcome than was shown, is proposed.
 */
export async function confirmGrant(
  context: SignedInContext,
  input: {
    readonly caseId: string;
    readonly amountCents: number;
    readonly outcome: string;
    readonly seenMessageId?: string | undefined;
  },
): Promise<StaffCaseDetails> {
  const { caseId, amountCents, outcome: text } = input;
  const locked = await lockForMoney(context, caseId);
  await requireAsShown(context, locked, input.seenMessageId);
  if (locked.transactionId !== null) throw apiError("case_decided");
  const { grantedCents, grantedBy, grantText } = locked;
  if (grantedBy === null || grantedCents !== amountCents || grantText !== text) {
    throw apiError("conflict");
  }
  const { id: secondBy } = context.session.person;
  if (grantedBy === secondBy) {
    throw apiError("second_person_needed", {}, sentence("errors.grantNeedsSecond"));
  }
  await requireGrantable(context, locked, amountCents);
  const transactionId = await pay(context, locked, { amountCents, text }, secondBy);
  await context.audit({
    before: { state: locked.state },
    after: { state: "closed", amountCents, transactionId, proposedBy: grantedBy },
    reason: text,
  });
  return await readCase(context, { caseId });
}

/** What can be granted in a case, and what is proposed or was granted. Throws `not_found`. */
export async function readCaseMoney(
  context: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<CaseMoney> {
  const { db, session } = context;
  const found = await findCase(db, caseId);
  if (found === undefined) throw apiError("not_found");
  const { mostCents, grantedCents } = await readGrantable(context, found);
  const limits = hasStaffAccess(session.person, roleAccess.money)
    ? grantLimits.financeCents
    : grantLimits.supportCents;
  return {
    askedCents: found.askedCents,
    goods: [...found.concernedGoods],
    mostCents,
    aloneCents: Math.max(0, limits - grantedCents),
    grant:
      found.grantedCents === null || found.grantedBy === null
        ? null
        : {
            amountCents: found.grantedCents,
            text: found.grantText,
            grantedBy: found.grantedByEmail,
            isReaders: found.grantedBy === session.person.id,
            isPaid: found.transactionId !== null,
          },
  };
}
