import { sentence } from "#platform/server/translate.ts";
import type { Profile } from "#people/contract/profile.ts";
import { apiError } from "#platform/contract/errors.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { keptLatinName } from "#platform/rules/latin-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { updateProfileColumns } from "./profile-queries.ts";

/**
 * Replaces everything in the own profile except its email; a name in Latin letters is kept beside one that needs it
 * alone. Throws `missing_information` for an empty name and
 * `invalid_input` for a country code that is not in ISO 3166.
 */
export async function updateProfile(
  context: SignedInContext,
  input: Omit<Profile, "id" | "email">,
): Promise<Profile> {
  requireAll(input.fullName);
  if (input.country !== "" && countryByCode(input.country) === null) {
    throw apiError("invalid_input", { field: "country" }, sentence("errors.countryUnknown"));
  }
  const latinName = keptLatinName(input.fullName, input.latinName ?? "") || null;
  const columns = { ...input, latinName };
  return await updateProfileColumns(context.db, context.session.person.id, columns, context.now());
}
