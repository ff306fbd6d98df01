import { sentence } from "#platform/server/translate.ts";
import type { Statement } from "#money/contract/wallet.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addMonths } from "#platform/rules/calendar.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeMetadata } from "#money/server/wallet/describe-transaction.ts";
import { getBalanceAt, listStatementRows } from "./statement-queries.ts";

/**
 * The movements of the signed-in user's wallet within a month (UTC), with the balance before, after each, and at the
 * end. Holds move nothing and are left out; plans paid by card are listed with a change of 0. Throws `invalid_input` for
 * a month that has not begun.
 */
export async function readStatement(
  { db, session, now, language }: SignedInContext,
  { month }: { month: string },
): Promise<Statement> {
  const { person } = session;
  const startsAt = new Date(`${month}-01T00:00:00.000Z`);
  const endsAt = addMonths(startsAt, 1);
  if (startsAt > now()) {
    throw apiError("invalid_input", { field: "month" }, sentence("errors.monthNotBegun"));
  }
  const openingCents = await getBalanceAt(db, person.id, startsAt);
  const rows = await listStatementRows(db, person.id, { startsAt, endsAt });
  let balanceCents = openingCents;
  const lines = rows.map((row) => {
    const changeCents = Number(row.changeCents);
    balanceCents += changeCents;
    return {
      id: row.id,
      type: row.type,
      at: row.at.toISOString(),
      amountCents: Number(row.amountCents),
      changeCents,
      balanceCents,
      ...describeMetadata(row, language),
    };
  });
  const total = (sign: 1 | -1) =>
    lines.reduce((sum, { changeCents }) => sum + Math.max(0, sign * changeCents), 0);
  return {
    month,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isComplete: endsAt <= now(),
    fullName: person.fullName,
    email: person.email,
    openingCents,
    inCents: total(1),
    outCents: total(-1),
    closingCents: balanceCents,
    lines,
  };
}
