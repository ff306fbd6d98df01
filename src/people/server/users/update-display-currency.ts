import type { DisplayCurrency } from "#platform/rules/currency.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { updateDisplayCurrencyColumn } from "./profile-queries.ts";

/** Sets the currency in which amounts are also shown to the user. */
export async function updateDisplayCurrency(
  { db, session, now }: SignedInContext,
  input: { readonly displayCurrency: DisplayCurrency },
): Promise<{ displayCurrency: DisplayCurrency }> {
  await updateDisplayCurrencyColumn(db, session.person.id, input.displayCurrency, now());
  return input;
}
