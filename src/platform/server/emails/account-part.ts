import { deleteEmailsTo, listEmailsTo } from "./email-queries.ts";
import { listed, type AccountPart } from "#platform/server/account-part.ts";

/** Emails to the address of an account. */
export const emailPart: AccountPart = {
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
  },
  withoutCustomers: [],
  async exported({ db, session }) {
    return { emails: await listEmailsTo(db, session.person.email) };
  },
  async erase({ session }, db) {
    await deleteEmailsTo(db, session.person.email);
  },
};
