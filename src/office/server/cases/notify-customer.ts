import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import { caseReference } from "#office/rules/case.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";

type Said = { readonly dedupeKey: string } & (
  | { readonly kind: "case_answered" | "case_finished"; readonly text: string }
  | { readonly kind: "case_decided"; readonly text: string; readonly amountCents: number }
  // Without a text where a carrier reported it.
  | { readonly kind: "case_customs"; readonly text: string }
  | { readonly kind: "case_reminder" }
);

function emailOf(
  said: Said,
  facts: { caseNumber: string; subjectName: string; url: string },
): Email {
  switch (said.kind) {
    case "case_answered":
      return { name: "case-answered", text: said.text, ...facts };
    case "case_finished":
      return { name: "case-finished", outcome: said.text, ...facts };
    case "case_decided": {
      const { amountCents, text: outcome } = said;
      return { name: "case-decided", amountCents, outcome, ...facts };
    }
    case "case_customs":
      return { name: "case-customs", text: said.text, ...facts };
    case "case_reminder":
      return { name: "case-reminder", ...facts };
  }
}

/**
 * Puts what is said in a case under the bell, in the place of what was said before, and into an email with a link, in the
 * transaction `db` that says it.
 */
export async function notifyCustomer(
  services: EmailOutbox,
  db: Db,
  { id, userId, subjectName, number }: RowOf<"cases">,
  said: Said,
): Promise<void> {
  await insertNotifications(services, db, [
    {
      userId,
      kind: said.kind,
      subjectId: id,
      dedupeKey: said.dedupeKey,
      steps: [`case:${id}`],
      payload: {
        variant: subjectName === "" ? "account" : "thing",
        ...(subjectName !== "" && { number: subjectName }),
        ...(said.kind === "case_decided" && { amountCents: said.amountCents }),
      },
    },
  ]);
  const to = (await services.listeners.emailsOfAccounts(db, [userId])).get(userId);
  if (to === undefined) return;
  const url = `${services.config.publicUrl}/dashboard/messages/${id}`;
  const email = emailOf(said, { caseNumber: caseReference(number), subjectName, url });
  await queueEmail(db, { to, email }, services);
}
