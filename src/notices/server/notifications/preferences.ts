import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import {
  listTurnedOff,
  type TurnedOff,
  deleteTurnedOff,
  insertTurnedOff,
  updateSwitchOff,
  getNotificationSettings,
  updateNotificationColumns,
} from "./preference-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isAccountOpen } from "#people/server/db/members.ts";
import type { TurnedOffKind } from "#notices/rules/notification.ts";
import { readUnsubscribeToken } from "#platform/server/emails/email.ts";
import type { NotificationSettings } from "#notices/contract/notifications.ts";

/** What the signed-in user turned off; everything else is on. */
export async function listPreferences({
  db,
  session,
}: SignedInContext): Promise<{ turnedOff: TurnedOff[] }> {
  return { turnedOff: await listTurnedOff(db, session.person.id) };
}

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

/**
 * Turns off the emails that the link with this token was in, for the account to which it was sent. A repeat changes
 * nothing. Throws `not_found` for a token that is not valid, and for one of an account that is closed.
 */
export async function unsubscribe(
  {
    db,
    config,
    emailKinds,
    now,
    log,
  }: Pick<AppServices, "db" | "config" | "emailKinds" | "now" | "log">,
  { token }: { readonly token: string },
): Promise<Record<string, never>> {
  const unsubscribed = readUnsubscribeToken({ secret: config.secret, emailKinds }, token);
  if (unsubscribed === null) throw apiError("not_found");
  const { userId, name } = unsubscribed;
  const off = emailKinds[name].unsubscribes;
  if (off === undefined || !(await isAccountOpen(db, userId))) throw apiError("not_found");
  if (typeof off === "string") await updateSwitchOff(db, userId, off, now());
  else await insertTurnedOff(db, userId, off as readonly TurnedOffKind[], "email");
  log.info({ userId, email: name }, "Emails turned off by their link");
  return {};
}

/** The own notification settings. */
export async function readNotificationSettings({
  db,
  session,
}: SignedInContext): Promise<NotificationSettings> {
  return await getNotificationSettings(db, session.person.id);
}

/** Sets the three switches; they apply to emails queued from now on. */
export async function updateNotificationSettings(
  { db, session, now }: SignedInContext,
  input: NotificationSettings,
): Promise<NotificationSettings> {
  await updateNotificationColumns(db, session.person.id, input, now());
  return input;
}
