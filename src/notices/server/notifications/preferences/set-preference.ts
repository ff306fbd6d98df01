import type { SignedInContext } from "#platform/server/context.ts";
import { deleteTurnedOff, insertTurnedOff, type TurnedOff } from "./preference-queries.ts";

/** Turns a kind of notification on or off in a channel; it applies from now on. A repeat changes nothing. */
export async function setPreference(
  { db, session }: SignedInContext,
  input: TurnedOff & { readonly isOn: boolean },
): Promise<Record<string, never>> {
  const { isOn, kind, channel } = input;
  const userId = session.person.id;
  if (isOn) await deleteTurnedOff(db, userId, { kind, channel });
  else await insertTurnedOff(db, userId, [kind], channel);
  return {};
}
