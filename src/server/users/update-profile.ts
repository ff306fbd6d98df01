// Changes the own profile.
import type { Profile } from "#contract/profile.ts";
import { apiError } from "#contract/errors.ts";
import { countryByCode } from "#core/country.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireAll } from "#server/auth/parse-email.ts";
import { updateProfileRow } from "#server/auth/account-queries.ts";

/**
 * Replaces everything in the own profile but its email. Refuses an empty name with `missing_information`
 * and a country code that ISO 3166 does not know with `invalid_input`.
 */
export async function updateProfile(
  context: SignedInContext,
  input: Omit<Profile, "id" | "email">,
): Promise<Profile> {
  requireAll(input.fullName);
  if (input.country !== "" && countryByCode(input.country) === null) {
    throw apiError("invalid_input", { field: "country" }, "Please choose a country from the list.");
  }
  return await updateProfileRow(context.db, context.session.person.id, input, context.now());
}
