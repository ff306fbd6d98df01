import { queueAccountClosed } from "#people/server/users/queue-account-emails.ts";
import type { AccountPart } from "#platform/server/account-part.ts";

/** The confirmation, which is queued once the account's own emails are deleted. */
export const officePart: AccountPart = {
  tables: {},
  withoutCustomers: ["admin_digests"],
  async erase(context, db) {
    await queueAccountClosed(context, db, context.session.person.email);
  },
};
