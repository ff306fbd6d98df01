// What customers say is wrong with a thing of theirs, what both sides write about it, and how it ends.
import * as z from "zod";
import { parcelOwner } from "#goods/contract/inbound-parcels.ts";
import { transactionType } from "#money/contract/transactions.ts";
import {
  answerTimeDays,
  caseEvents,
  caseKinds,
  caseLimits,
  caseProblems,
  caseSenders,
  caseStates,
  caseSubjects,
  reopeningDays,
} from "#office/rules/case.ts";
import {
  amountCents,
  id,
  idempotencyKey,
  pageNumber,
  pageSize,
  text,
  time,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { onlyThese } from "./work-assignments.ts";

const caseFile = z.object({
  id,
  contentType: z.string(),
  fileUrl: z.string().describe("Address that expires"),
});
caseFile.register(z.globalRegistry, { id: "CaseFile" });

const ownCase = z.object({
  id,
  number: z.string(),
  subject: z.enum(caseSubjects).meta({ id: "CaseSubject" }),
  subjectId: id.describe("Of an account the id of the user"),
  subjectName: z.string().describe("The number of the thing; empty of an account or transaction"),
  transaction: z
    .object({ type: transactionType, amountCents, createdAt: time })
    .nullable()
    .describe("null: it is about something else"),
  kind: z.enum(caseKinds).meta({ id: "CaseKind" }),
  state: z.enum(caseStates).meta({ id: "CaseState" }),
  text: z.string().describe("What its customer wrote first"),
  files: z.array(caseFile).describe("Those of the first message"),
  waitingSince: time.describe("Since when it is in its state"),
  dueAt: time.nullable().describe("By when staff answer; null while they need not"),
  outcome: z.string().describe("What staff wrote when they closed it; empty until then"),
  openedAt: time,
  lastAt: time.describe("When customer or staff wrote last"),
  closedAt: time.nullable(),
});
ownCase.register(z.globalRegistry, { id: "Case" });
export type OwnCase = z.infer<typeof ownCase>;

const caseMessage = z.object({
  id,
  sender: z.enum(caseSenders).meta({ id: "CaseSender" }),
  event: z
    .enum(caseEvents)
    .meta({ id: "CaseEvent" })
    .nullable()
    .describe("What happened to the thing, instead of a text; null of customer and staff"),
  text: z.string(),
  files: z.array(caseFile),
  createdAt: time,
});
caseMessage.register(z.globalRegistry, { id: "CaseMessage" });
export type CaseMessage = z.infer<typeof caseMessage>;

const previousCase = z.object({ id, number: z.string() }).nullable();
const ownCaseDetails = ownCase.extend({
  previous: previousCase.describe("The closed case that it goes on with"),
  messages: z
    .array(caseMessage)
    .describe(`Oldest first; of more than ${caseLimits.shownMessages} the newest`),
});
ownCaseDetails.register(z.globalRegistry, { id: "CaseDetails" });
export type OwnCaseDetails = z.infer<typeof ownCaseDetails>;

const staffCase = ownCase.extend({
  customer: parcelOwner,
  packageId: id
    .nullable()
    .describe("Of a package or ship request that still exists, the package; otherwise null"),
});
staffCase.register(z.globalRegistry, { id: "StaffCase" });
export type StaffCase = z.infer<typeof staffCase>;

const staffCaseMessage = caseMessage.extend({
  isInternal: z.boolean().describe("A note among staff"),
  authorEmail: z.string().nullable().describe("null: the product itself"),
});
staffCaseMessage.register(z.globalRegistry, { id: "StaffCaseMessage" });
export type StaffCaseMessage = z.infer<typeof staffCaseMessage>;

const staffCaseDetails = staffCase.extend({
  previous: previousCase.describe("The closed case that it goes on with"),
  messages: z
    .array(staffCaseMessage)
    .describe(`With notes, oldest first; of more than ${caseLimits.shownMessages} the newest`),
});
staffCaseDetails.register(z.globalRegistry, { id: "StaffCaseDetails" });
export type StaffCaseDetails = z.infer<typeof staffCaseDetails>;

const answerTimes = z
  .object({
    count: z.int().describe("The cases of that time that were answered, or are late"),
    medianMinutes: z.int().nullable().describe("From opening to the first answer"),
    inTimePercent: z.int().describe("How many of them were answered by their due time"),
  })
  .nullable()
  .describe(`Of the last ${answerTimeDays} days; null where there were none`);
export type AnswerTimes = NonNullable<z.infer<typeof answerTimes>>;

const filledText = (sentence: string) =>
  text(caseLimits.textLength).refine((value) => value !== "", sentence);
const caseId = z.strictObject({ caseId: id });
const message = filledText("Please write your message.");
/** What the sender had read, so that nobody answers what has been answered meanwhile. */
const seenMessageId = id
  .optional()
  .describe(
    "The newest message that was shown: refused with `conflict` where there is a newer one",
  );

export const cases = {
  openCase: procedure({
    method: "POST",
    path: "/cases",
    access: "signedIn",
    idempotent: true,
    summary: "Say what is wrong with an own parcel, package, ship request or account",
    description: `One can be open for each thing and kind of problem (\`case_open\` has its \`caseId\`), ${caseLimits.open} in all. Staff answer by \`dueAt\`, which counts opening hours of the warehouse.`,
    errors: ["not_found", "case_open", "too_many_cases", "account_closed"],
  })
    .input(
      z.strictObject({
        subject: z.enum(caseSubjects),
        subjectId: id.describe("Of an account the own id"),
        problem: z.enum(caseProblems),
        text: filledText("Please say what is wrong."),
        idempotencyKey,
      }),
    )
    .output(ownCase),

  addCaseFile: procedure({
    method: "POST",
    path: "/cases/{caseId}/files",
    access: "signedIn",
    transaction: "own",
    limit: "uploadsPerAccount",
    isLong: true,
    summary: `Add an image or PDF of at most 10 MB to an own message of an open case, at most ${caseLimits.files}`,
    description:
      "Without `messageId` to the first message. A repeat with the same key stores nothing again.",
    errors: [
      "not_found",
      "case_closed",
      "invalid_case_file",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_case_files",
      "busy",
      "idempotency_key_reused",
      "account_closed",
    ],
  })
    .input(
      caseId.extend({
        messageId: id.optional(),
        file: z.file().describe("At most 10 MB"),
        idempotencyKey,
      }),
    )
    .output(ownCase),

  addCaseMessage: procedure({
    method: "POST",
    path: "/cases/{caseId}/messages",
    access: "signedIn",
    idempotent: true,
    summary: "Write to staff in an own case",
    description: `A case that was closed within ${reopeningDays} days is opened again; later this opens a new one that names it, whose \`caseId\` is answered.`,
    errors: ["not_found", "case_open", "too_many_cases", "account_closed"],
  })
    .input(caseId.extend({ text: message, idempotencyKey }))
    .output(z.object({ caseId: id, messageId: id })),

  closeOwnCase: procedure({
    method: "POST",
    path: "/cases/{caseId}/closing",
    access: "signedIn",
    summary: "Say that all is fine, which closes an own case",
    description: "A closed one stays as it is.",
    errors: ["not_found", "account_closed"],
  })
    .input(caseId)
    .output(ownCase),

  listOwnCases: procedure({
    method: "GET",
    path: "/cases",
    access: "signedIn",
    summary: "List the own cases, those with the newest messages first",
    description: `The first ${caseLimits.listed}, whatever their state.`,
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(ownCase) })),

  readOwnCase: procedure({
    method: "GET",
    path: "/cases/{caseId}",
    access: "signedIn",
    summary: "Read an own case with its messages",
    description: "The addresses of files expire.",
    errors: ["not_found"],
  })
    .input(caseId)
    .output(ownCaseDetails),

  listOpenCases: procedure({
    method: "GET",
    path: "/admin/cases",
    access: roleAccess.cases,
    summary: "List the open cases of all customers, the earliest due first",
    description:
      "One is late once its `dueAt` has passed. Those that wait for their customers come last.",
  })
    .input(z.strictObject({ ids: onlyThese, page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(staffCase), total: z.int(), answerTimes })),

  readCase: procedure({
    method: "GET",
    path: "/admin/cases/{caseId}",
    access: roleAccess.cases,
    summary: "Read a case with its messages, notes and files",
    description: "The addresses of files expire.",
    errors: ["not_found"],
  })
    .input(caseId)
    .output(staffCaseDetails),

  answerCase: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/answers",
    access: roleAccess.cases,
    actsOn: "case",
    idempotent: true,
    audit: { field: "caseId" },
    summary: "Answer a case, which then waits for its customer",
    description: "The customer gets the text by email, and it is in the inbox.",
    errors: ["not_found", "case_closed", "conflict", "account_suspended"],
  })
    .input(caseId.extend({ text: message, seenMessageId, idempotencyKey }))
    .output(staffCaseDetails),

  addCaseNote: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/notes",
    access: roleAccess.cases,
    actsOn: "case",
    idempotent: true,
    audit: { field: "caseId" },
    summary: "Write a note in a case that staff alone read",
    description: "It changes neither the state nor the due time, also of a closed case.",
    errors: ["not_found", "account_closed"],
  })
    .input(caseId.extend({ text: message, idempotencyKey }))
    .output(staffCaseDetails),

  finishCase: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/closing",
    access: roleAccess.cases,
    actsOn: "case",
    audit: { field: "caseId" },
    summary: "Close a case with an outcome, which its customer is sent",
    description: "As the last message, by email and in the inbox.",
    errors: ["not_found", "case_closed", "conflict"],
  })
    .input(caseId.extend({ outcome: filledText("Please write the outcome."), seenMessageId }))
    .output(staffCaseDetails),
};
