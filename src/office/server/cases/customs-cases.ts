// Cases about what customs want to know, opened by staff or since a carrier reported it.
import { lockAccount, lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import { customsHours } from "#office/rules/case-choice.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { AppServices, EmailOutbox, SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import { parseAnswerBy } from "./ask-case.ts";
import {
  findOpenCase,
  findOwnThing,
  findThingOwner,
  insertCase,
  insertMessage,
  lockCase,
} from "./case-queries.ts";
import { listCustomsQuestions } from "./customs-queries.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { readCase } from "./read-cases.ts";

function usualAnswerBy(now: Date): Date {
  return new Date(now.getTime() + customsHours * 3_600_000);
}

type Opened = {
  readonly userId: string;
  readonly subject: "package" | "ship_request";
  readonly subjectId: string;
  readonly subjectName: string;
  readonly answerBy: Date;
};

/** What every customs case has: it waits for its customer from the start. */
function customsCase({ answerBy, ...thing }: Opened, now: Date) {
  return {
    ...thing,
    kind: "customs",
    state: "waiting_for_customer",
    waitingSince: now,
    firstDueAt: null,
    answerBy,
    openedAt: now,
    lastAt: now,
  } as const;
}

/**
 * Opens a case about what customs want to know of a package, which its customer answers within 48 hours unless customs say
 * something else. Throws `not_found`, `own_account`, `account_closed`, `case_open` with the `caseId`, and `invalid_input` for a time
 * that has passed.
 */
export async function openCustomsCase(
  context: SignedInContext,
  input: {
    readonly subject: "package" | "ship_request";
    readonly subjectId: string;
    readonly text: string;
    readonly answerBy?: string | undefined;
  },
): Promise<StaffCaseDetails> {
  const { db, session } = context;
  const { subject, subjectId, text } = input;
  const now = context.now();
  const userId = await findThingOwner(db, input);
  if (userId === undefined) throw apiError("not_found");
  await context.actsOn(db, "case", userId);
  const answerBy = parseAnswerBy(input.answerBy, now) ?? usualAnswerBy(now);
  await lockCustomer(db, userId);
  const thing = await findOwnThing(db, userId, input);
  if (thing === undefined) throw apiError("not_found");
  const open = await findOpenCase(db, { userId, subjectId, kind: "customs" });
  if (open !== undefined) {
    throw apiError("case_open", { caseId: open }, sentence("errors.customsCaseOpen"));
  }
  const facts = { userId, subject, subjectId, subjectName: thing.name, answerBy };
  const opened = await insertCase(db, customsCase(facts, now));
  const authorId = session.person.id;
  const message = { caseId: opened.id, userId, authorId, sender: "staff" as const, text };
  const dedupeKey = await insertMessage(db, { ...message, createdAt: now });
  await notifyCustomer(context, db, opened, { kind: "case_customs", text, dedupeKey });
  await context.auditOf(opened.id, { after: { subject, subjectId, answerBy } });
  context.log.info({ caseId: opened.id }, "Customs case opened");
  return await readCase(context, { caseId: opened.id });
}

/** A few customs questions at a time; the next run has the rest. */
const mostQuestions = 100;

/** Opens a case for each package of which a carrier reported that customs want to know something. Part of a recurring job. */
export async function openReportedCustomsCases(
  services: EmailOutbox & Pick<AppServices, "db">,
): Promise<void> {
  for (const { userId, packageId, askedAt } of await listCustomsQuestions(
    services.db,
    mostQuestions,
  )) {
    await atomically(services.db, async (db) => {
      const now = services.now();
      const { closedAt } = await lockAccount(db, userId);
      const subject = { subject: "package", subjectId: packageId } as const;
      const thing = await findOwnThing(db, userId, subject);
      const open = await findOpenCase(db, { userId, subjectId: packageId, kind: "customs" });
      if (closedAt !== null || thing === undefined || open !== undefined) return;
      const facts = { userId, ...subject, subjectName: thing.name, answerBy: usualAnswerBy(now) };
      const { id: caseId } = await insertCase(db, customsCase(facts, now));
      const event = "customs_information_required";
      const message = { caseId, userId, authorId: null, sender: "system" as const, text: "" };
      await insertMessage(db, { ...message, event, createdAt: now });
      const opened = await lockCase(db, caseId);
      if (opened === undefined) return;
      const dedupeKey = `${packageId} ${askedAt.toISOString()}`;
      await notifyCustomer(services, db, opened, { kind: "case_customs", text: "", dedupeKey });
    });
  }
}
