import { uncountAllAttempts } from "./count-attempt.ts";
import { listed, type AccountPart } from "#platform/server/account-part.ts";

/** What the server keeps of everybody. */
export const platformPart: AccountPart = {
  tables: {
    attempts: {
      erased: ["bucket"],
      kept: {
        bucket:
          "Of networks and former addresses; it is deleted once no limit counts it, after a day.",
      },
    },
    changes: { kept: { topic: listed } },
    audit_log: {
      kept: {
        action: listed,
        target: "The id of what an admin changed.",
        before: "The log of what staff did is never changed, whoever asks.",
        after: "The log of what staff did is never changed, whoever asks.",
        reason: "The log of what staff did is never changed, whoever asks.",
        ip_address: "Of the member of staff.",
        error_code: listed,
      },
    },
  },
  withoutCustomers: ["backups", "kysely_migration", "kysely_migration_lock", "settings"],
  async erase({ session }, db) {
    await uncountAllAttempts(db, [session.person.id, session.person.email]);
  },
};
