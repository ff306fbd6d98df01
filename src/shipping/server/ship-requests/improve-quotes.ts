import { isQuoteExact } from "#catalogue/rules/quote-breakdown.ts";
import { cheaperLines, quoteSums } from "#shipping/rules/ship-quote.ts";
import { isQuoteValid } from "#shipping/rules/ship-request.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { QuoteRow } from "#shipping/server/tables/ship-requests.ts";
import { lockWallet } from "#money/server/wallet/holds/request-holds.ts";
import { readCharges } from "./charges.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";
import type { LockedRequest } from "./lock-request.ts";
import { endQuotes, insertQuotes, listOpenQuotes } from "./quote-queries.ts";

/**
 * Makes the valid open quotes of a packed box anew whose storage, or fee for weight above the plan, costs less by now, as of the
 * day on which they were made: a larger plan has more free days and carries more. Freight, exchange rate and validity stay, and
 * nothing becomes dearer. The wallet stays locked until the transaction ends. Returns all open quotes, and whether any was made anew.
 */
export async function improveQuotes(
  db: Db,
  { request }: LockedRequest,
  actor: RequestActor,
): Promise<{ readonly quotes: readonly QuoteRow[]; readonly isImproved: boolean }> {
  // What is charged depends on what the customer accepts of other packages at the same moment.
  await lockWallet(db, request.userId);
  const quotes = await listOpenQuotes(db, request.id);
  let isImproved = false;
  for (const quote of quotes.filter((one) => isQuoteValid(one, actor.at))) {
    const { charges, isOverPlan } = await readCharges(db, request, quote.createdAt);
    const lines = cheaperLines(quote.lines, charges);
    const sums = quoteSums(lines);
    // Without a fee for it, weight above the plan is no price: the box waits for a larger plan.
    if (isOverPlan || sums.totalCents >= quote.totalCents) continue;
    const { exchange } = quote;
    if (!isQuoteExact({ lines, exchange, totalCents: sums.totalCents })) {
      throw new Error(`Quote ${quote.id} does not recompute with less storage.`);
    }
    await endQuotes(db, request.id, "replaced", actor.at, quote.id);
    const { id: _id, number: _number, ended: _ended, endedAt: _endedAt, ...kept } = quote;
    const json = {
      inputs: JSON.stringify(quote.inputs),
      lines: JSON.stringify(lines),
      exchange: exchange === null ? null : JSON.stringify(exchange),
    };
    await insertQuotes(db, [{ ...kept, ...json, ...sums }]);
    isImproved = true;
  }
  if (!isImproved) return { quotes, isImproved };
  await insertRequestEvent(db, request.id, actor, "quoted_anew");
  return { quotes: await listOpenQuotes(db, request.id), isImproved };
}
