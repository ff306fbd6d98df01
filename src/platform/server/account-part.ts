// What each module does with its own rows when an account is exported and closed, and what the platform does.
import type { SignedInContext } from "./context.ts";
import type { Db } from "./db/open.ts";
import type { StoredKeys } from "./files/files.ts";
import { deleteEmailsTo, listEmailsTo } from "./emails/email-queries.ts";
import { eraseReporter, listReportsOf } from "./error-reports/error-queries.ts";
import { deleteRequests } from "./binder/request-queries.ts";
import { uncountAllAttempts } from "./limits/count-attempt.ts";

/** What closing an account does to a table. */
export type TableAfterClosing = {
  /** The columns that are emptied, or that the person's rows are deleted. */
  readonly erased?: "rows" | readonly string[];
  /** The columns that stay, with the reason. */
  readonly kept?: Readonly<Record<string, string>>;
};

export const hash = "A hash, from which nothing can be read.";
export const listed = "A word or code from a list.";

export type AccountPart = {
  /**
   * The module's tables with rows of customers. Columns with the id of an account (`user_id`, `actor_id`, `…_by`) stay
   * everywhere but in deleted rows: the id leads to a profile without a name. Columns whose values are a list in the schema
   * need no mention.
   */
  readonly tables: Readonly<Record<string, TableAfterClosing>>;
  /** Those that have nothing of a customer in them. */
  readonly withoutCustomers: readonly string[];
  /** What the export of the signed-in user's account has of the module. */
  readonly exported?: (context: SignedInContext) => Promise<Readonly<Record<string, unknown>>>;
  /** Ends what is still open of the signed-in user, in the transaction `db` that then erases the account. */
  readonly end?: (context: SignedInContext, db: Db) => Promise<void>;
  /**
   * Erases what identifies the signed-in user, in the transaction `db` that closes the account. Returns the files whose rows
   * it deleted: those about the user that are not the user's to read.
   */
  readonly erase?: (context: SignedInContext, db: Db) => Promise<readonly StoredKeys[] | void>;
};

/** Emails to the address of an account, errors that its browser reported, and what the server keeps of everybody. */
export const platformPart: AccountPart = {
  tables: {
    emails: {
      erased: "rows",
      kept: {
        recipient: "Of the confirmation of closing and of emails to former addresses, for 30 days.",
        kind: listed,
        payload_encrypted: "Encrypted with `SECRET`, and deleted when the email is sent.",
        last_error: "The mail server's answer about such an email, for 30 days.",
      },
    },
    error_groups: {
      kept: {
        fingerprint: hash,
        source: listed,
        error_message: "Without emails, ids and numbers from the start.",
        place: "A place in the program.",
      },
    },
    error_logs: {
      erased: ["user_id", "context"],
      kept: {
        error_message: "Without emails, ids and numbers from the start; deleted after some weeks.",
        error_stack: "Without emails, ids and numbers from the start; deleted after some weeks.",
        source: listed,
        context: "Of errors outside any account.",
      },
    },
    files: {
      erased: "rows",
      kept: {
        owner_kind: listed,
        kind: listed,
        name: "Of QR codes and signatures, which are named by the product.",
        key: "Of QR codes and signatures; it has the id of a leg or manifest.",
        thumbnail_key: "Null, since QR codes and signatures have no thumbnails.",
        content_type: listed,
        request_hash: hash,
      },
    },
    attempts: {
      erased: ["bucket"],
      kept: {
        bucket:
          "Of networks and former addresses; it is deleted once no limit counts it, after a day.",
      },
    },
    changes: { kept: { topic: listed } },
    requests: { erased: "rows" },
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
  async exported({ db, session }) {
    const { id, email } = session.person;
    return { emails: await listEmailsTo(db, email), errorReports: await listReportsOf(db, id) };
  },
  async erase({ session }, db) {
    const { id, email } = session.person;
    await deleteEmailsTo(db, email);
    await eraseReporter(db, id);
    await uncountAllAttempts(db, [id, email]);
    await deleteRequests(db, { userId: id });
  },
};
