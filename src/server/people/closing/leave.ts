// Takes a person's name from what stays of them, and removes the rest.
import type { Db } from "#server/db/open.ts";
import { forgetAllAttempts } from "#server/limits/read-limits.ts";
import { deleteRegistrationsOf } from "#server/people/registrations/store.ts";
import { removePerson } from "./store.ts";

/** To be called in one database transaction with the checks that permit it. */
export async function leaveNameless(
  db: Db,
  person: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await removePerson(db, person, now);
  await deleteRegistrationsOf(db, person.email);
  await forgetAllAttempts(db, [person.userId, person.email]);
}
