// Takes a person's name from what stays of them, and removes the rest.
import type { Db } from "#server/db/open.ts";
import { uncountAllAttempts } from "#server/limits/read-limits.ts";
import { deleteRegistrationsOf } from "#server/auth/registrations/registration-queries.ts";
import { removePerson } from "./closing-queries.ts";

/** To be called in one database transaction with the checks that permit it. */
export async function leaveNameless(
  db: Db,
  person: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await removePerson(db, person, now);
  await deleteRegistrationsOf(db, person.email);
  await uncountAllAttempts(db, [person.userId, person.email]);
}
