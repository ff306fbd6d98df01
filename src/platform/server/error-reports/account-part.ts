import { eraseReporter, listReportsOf } from "./error-queries.ts";
import { hash, listed, type AccountPart } from "#platform/server/account-part.ts";

/** Errors that a user's browser reported. */
export const errorReportPart: AccountPart = {
  tables: {
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
  },
  withoutCustomers: [],
  async exported({ db, session }) {
    return { errorReports: await listReportsOf(db, session.person.id) };
  },
  async erase({ session }, db) {
    await eraseReporter(db, session.person.id);
  },
};
