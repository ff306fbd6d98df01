import { apiError } from "#platform/contract/errors.ts";
import type { AppServices } from "#platform/server/context.ts";
import { isAccountOpen } from "#people/server/db/open-accounts.ts";
import type { NotificationKind } from "#notices/rules/notification.ts";
import { readUnsubscribeToken } from "#platform/server/emails/unsubscribe-token.ts";
import { insertTurnedOff, updateSwitchOff } from "./preference-queries.ts";

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
  else await insertTurnedOff(db, userId, off as readonly NotificationKind[], "email");
  log.info({ userId, email: name }, "Emails turned off by their link");
  return {};
}
