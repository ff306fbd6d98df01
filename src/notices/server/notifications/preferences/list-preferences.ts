import type { SignedInContext } from "#platform/server/context.ts";
import { listTurnedOff, type TurnedOff } from "./preference-queries.ts";

/** What the signed-in user turned off; everything else is on. */
export async function listPreferences({
  db,
  session,
}: SignedInContext): Promise<{ turnedOff: TurnedOff[] }> {
  return { turnedOff: await listTurnedOff(db, session.person.id) };
}
