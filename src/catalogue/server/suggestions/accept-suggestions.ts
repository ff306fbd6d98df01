import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import { apiError } from "#platform/contract/errors.ts";
import { mayAccept, needsWarehouse } from "#catalogue/rules/suggestion.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { todayOfRates } from "#catalogue/server/shipping-services/read-services.ts";
import { addSuggested } from "./add-suggested.ts";
import { listSuggestions } from "./list-suggestions.ts";
import {
  listSuggestionRows,
  lockSuggestions,
  updateAccepted,
  type SuggestionRow,
} from "./suggestion-queries.ts";

/** Those of the suggestions that are named; throws `not_found` where one is unknown or on a page of others. */
function findNamed(
  rows: readonly SuggestionRow[],
  codes: readonly string[],
  { session }: SignedInContext,
): SuggestionRow[] {
  const named = rows.filter(
    ({ code, kind }) => codes.includes(code) && mayAccept(session.person, kind),
  );
  if (named.length < new Set(codes).size) throw apiError("not_found");
  return named;
}

/**
 * Accepts suggestions: what they contain is in force from today on. Those that were accepted, and what staff entered in their
 * place, stay as they are. Throws `not_found` for an unknown one, `no_warehouse` where one needs a warehouse and none was
 * entered, and what adding the rows by hand throws; then none of them is accepted.
 */
export async function acceptSuggestions(
  context: SignedInContext,
  { codes }: { readonly codes: readonly string[] },
): Promise<{ items: Suggestion[] }> {
  const now = context.now();
  const { person } = context.session;
  await atomically(context.db, async (db) => {
    await lockSuggestions(db, codes);
    const today = todayOfRates(now);
    const named = findNamed(await listSuggestionRows(db, context.listeners, today), codes, context);
    if (!person.isWarehouseEntered && named.some(({ kind }) => needsWarehouse(kind))) {
      throw apiError("no_warehouse");
    }
    for (const suggestion of named.filter(({ acceptedAt }) => acceptedAt === null)) {
      const { code, kind, content, source, isInPlace } = suggestion;
      if (!isInPlace) await addSuggested(context, db, suggestion, today);
      await updateAccepted(db, code, { acceptedBy: person.id, acceptedAt: now });
      await recordAdminAction(context, db, {
        action: "suggestions.acceptSuggestions",
        target: code,
        after: { kind, source, isAdded: !isInPlace, ...content },
      });
    }
  });
  context.log.info({ codes }, "Suggestions accepted");
  return await listSuggestions(context);
}
