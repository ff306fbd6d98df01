import { sentence } from "#server/translate.ts";
import type { Profile } from "#contract/profile.ts";
import { apiError } from "#contract/errors.ts";
import { countryByCode } from "#core/country.ts";
import { keptLatinName } from "#core/latin-name.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireAll } from "#server/require-all.ts";
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
