// Reads the own profile.
import type { Profile } from "#contract/profile.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectProfile } from "#server/auth/account-queries.ts";

/** The profile of whoever is signed in. */
export async function readProfile(context: SignedInContext): Promise<Profile> {
  return await selectProfile(context.db, context.session.person.id);
}
