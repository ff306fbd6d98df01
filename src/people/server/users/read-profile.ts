import type { Profile } from "#people/contract/profile.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { getProfile } from "./profile-queries.ts";

/** The own profile. */
export async function readProfile({ db, session }: SignedInContext): Promise<Profile> {
  return await getProfile(db, session.person.id);
}
