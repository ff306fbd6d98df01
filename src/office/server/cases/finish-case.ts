import { listParcelOwners } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import type { StaffCase } from "#office/contract/cases.ts";
import { caseReference } from "#office/rules/case.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { lockCase, updateCase } from "./case-queries.ts";
import { readCase } from "./read-cases.ts";

/** Puts the outcome into the customer's inbox and into an email. */
async function sendOutcome(
  context: SignedInContext,
  closed: RowOf<"cases">,
  outcome: string,
): Promise<void> {
  const { db, config } = context;
  const { id, userId, subjectName, number } = closed;
  await insertNotifications(context, db, [
    {
      userId,
      kind: "case_finished",
      subjectId: id,
      dedupeKey: id,
      payload: {
        variant: subjectName === "" ? "account" : "thing",
        ...(subjectName !== "" && { number: subjectName }),
      },
    },
  ]);
  const email = (await listParcelOwners(context, db, [userId])).get(userId)?.email ?? null;
  if (email === null) return;
  const caseNumber = caseReference(number);
  await queueEmail(
    db,
    {
      to: email,
      email: {
        name: "case-finished",
        caseNumber,
        subjectName,
        outcome,
        url: `${config.publicUrl}/dashboard/messages`,
      },
    },
    context,
  );
}

/** Closes a case with an outcome, which its customer is sent. Throws `not_found`, `own_account` and `case_closed`. */
export async function finishCase(
  context: SignedInContext,
  { caseId, outcome }: { readonly caseId: string; readonly outcome: string },
): Promise<StaffCase> {
  const { db } = context;
  const locked = await lockCase(db, caseId);
  if (locked === undefined) throw apiError("not_found");
  await context.actsOn(db, "case", locked.userId);
  if (locked.state === "closed") throw apiError("case_closed");
  await updateCase(db, caseId, { state: "closed", outcome, closedAt: context.now() });
  await sendOutcome(context, locked, outcome);
  await context.audit({ before: { state: locked.state }, after: { state: "closed" } });
  context.log.info({ caseId }, "Case closed");
  return await readCase(context, { caseId });
}
