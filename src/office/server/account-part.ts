import { endAssignments, exportAssignments } from "./admin/work-items/work-assignments.ts";
import { eraseCases } from "./cases/case-queries.ts";
import { exportCases } from "./cases/read-cases.ts";
import { queueAccountClosed } from "#people/server/users/queue-account-emails.ts";
import type { AccountPart } from "#platform/server/account-part.ts";

/** What customers wrote to staff, and the confirmation, which is queued once the account's own emails are deleted. */
export const officePart: AccountPart = {
  tables: {
    cases: {
      erased: ["outcome", "grant_text", "concerned_goods", "evidence"],
      kept: {
        subject_name: "The number of a parcel, package or ship request stays without the name.",
      },
    },
    case_messages: { erased: ["text", "choices"], kept: { choice: "A code." } },
    work_assignments: { erased: "rows" },
  },
  withoutCustomers: ["admin_digests", "case_snippets"],
  async exported(context) {
    const { db, session } = context;
    return {
      cases: await exportCases(context),
      workAssignments: await exportAssignments(db, session.person.id),
    };
  },
  async end({ now, session }, db) {
    await eraseCases(db, session.person.id, now());
  },
  async erase(context, db) {
    await endAssignments(db, context.session.person.id);
    await queueAccountClosed(context, db, context.session.person.email);
  },
};
