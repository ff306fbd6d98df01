import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import { mayAccept, needsWarehouse, pageOfSuggestion } from "#catalogue/rules/suggestion.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { todayOfRates } from "#catalogue/server/shipping-services/read-services.ts";
import { describeSuggestions } from "./describe-suggestion.ts";
import { listSuggestionRows } from "./suggestion-queries.ts";

/**
 * What the product suggests for the pages of set-up that the reader may use. Without a warehouse only what does not need one,
 * since nothing of a warehouse is shown then.
 */
export async function listSuggestions(context: SignedInContext): Promise<{ items: Suggestion[] }> {
  const { db, listeners, session } = context;
  const rows = (await listSuggestionRows(db, listeners, todayOfRates(context.now()))).filter(
    ({ kind }) =>
      mayAccept(session.person, kind) &&
      (session.person.isWarehouseEntered || !needsWarehouse(kind)),
  );
  const describe = await describeSuggestions(context);
  return {
    items: rows.map((row) => ({
      code: row.code,
      kind: row.kind,
      page: pageOfSuggestion(row.kind),
      ...describe(row),
      sourceDay: row.sourceDay,
      isOpen: row.acceptedAt === null && !row.isInPlace,
      acceptedAt: row.acceptedAt?.toISOString() ?? null,
    })),
  };
}
