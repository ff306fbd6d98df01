// What customers say is wrong with a thing of theirs, what both sides write about it, and how it ends.
import * as z from "zod";
import {
  caseLimits,
  caseProblems,
  caseSubjects,
  caseTopics,
  goodsKinds,
  openCaseStates,
  reopeningDays,
} from "#office/rules/case.ts";
import { customsHours } from "#office/rules/case-choice.ts";
import { transactionLimits } from "#money/rules/ledger.ts";
import {
  amountCents,
  exactText,
  id,
  idempotencyKey,
  pageNumber,
  pageSize,
  text,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { answerBy, askedChoices, choosableThings } from "./case-choices.ts";
import {
  answerTimes,
  ownCase,
  ownCaseDetails,
  staffCase,
  staffCaseDetails,
} from "./case-fields.ts";
import { askedMoney, caseMoney, moneyTerms } from "./case-money.ts";
import { caseSnippetOperations } from "./case-snippets.ts";
import { onlyThese } from "./work-assignments.ts";

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
  ...caseSnippetOperations,

  openCase: procedure({
    method: "POST",
    path: "/cases",
    access: "signedIn",
    idempotent: true,
    summary: "Say what is wrong with an own parcel, package, ship request or account",
    description: `One can be open for each thing and kind of problem (\`case_open\` has its \`caseId\`), ${caseLimits.open} in all. Staff answer by \`dueAt\`, which counts opening hours of the warehouse.`,
    errors: [
      "not_found",
      "case_open",
      "too_many_cases",
      "account_closed",
      "case_outside_window",
      "amount_over_declared",
    ],
  })
    .input(
      z.strictObject({
        subject: z.enum(caseSubjects),
        subjectId: id.describe("Of an account the own id"),
        problem: z.enum(caseProblems),
        text: filledText("Please say what is wrong."),
        asked: askedMoney,
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

  chooseInCase: procedure({
    method: "POST",
    path: "/cases/{caseId}/choices",
    access: "signedIn",
    idempotent: true,
    summary: "Choose what staff ask in an own case",
    description:
      "What belongs to the choice is done in the same change. Where that is no longer possible, the case says so and returns to staff.",
    errors: [
      "not_found",
      "account_closed",
      "choice_over",
      "subscription_required",
      "quota_exceeded",
    ],
  })
    .input(
      caseId.extend({
        messageId: id,
        code: exactText(10).meta({ examples: ["1"] }),
        idempotencyKey,
      }),
    )
    .output(ownCaseDetails),

  readMoneyTerms: procedure({
    method: "GET",
    path: "/packages/{packageId}/money-terms",
    access: "signedIn",
    summary: "Read when and how much money can be asked for about an own package",
    description: "By problem, with what was declared to be in it. Changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(moneyTerms),

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
    access: roleAccess.caseMoney,
    summary: "List the open cases of all customers, the earliest due first",
    description: "One is late after its `dueAt`. Those that wait for their customers come last.",
  })
    .input(
      z.strictObject({
        ids: onlyThese,
        packageId: id.optional().describe("About this package, its parcels or ship requests"),
        state: z.enum(openCaseStates).optional().describe("Only those that wait for one side"),
        about: z
          .enum(caseTopics)
          .optional()
          .describe(
            "Only those about customs, in which money is asked for or proposed, or in which a second person is to confirm it",
          ),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(staffCase), total: z.int(), answerTimes })),

  readCase: procedure({
    method: "GET",
    path: "/admin/cases/{caseId}",
    access: roleAccess.caseMoney,
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

  readChoosable: procedure({
    method: "GET",
    path: "/admin/cases/{caseId}/choosable",
    access: roleAccess.cases,
    summary: "Read what the customer of a case can be asked to choose",
    description: "The open ship request and the parcels of its thing.",
    errors: ["not_found"],
  })
    .input(caseId)
    .output(choosableThings),

  askCase: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/questions",
    access: roleAccess.cases,
    actsOn: "case",
    idempotent: true,
    audit: { field: "caseId" },
    summary: "Ask the customer of a case to choose, with up to four choices",
    description:
      "Each may name an operation of the customer that is done when it is chosen. Only the newest question can be answered.",
    errors: ["not_found", "case_closed", "conflict", "account_suspended", "choice_not_possible"],
  })
    .input(
      caseId.extend({
        text: message,
        choices: askedChoices,
        answerBy,
        seenMessageId,
        idempotencyKey,
      }),
    )
    .output(staffCaseDetails),

  openCustomsCase: procedure({
    method: "POST",
    path: "/admin/cases/customs",
    access: roleAccess.cases,
    actsOn: "case",
    idempotent: true,
    audit: "stated",
    summary: "Open a case about what customs want to know of a package or ship request",
    description: `Its customer answers within ${customsHours} hours, unless customs say something else.`,
    errors: ["not_found", "case_open", "account_closed"],
  })
    .input(
      z.strictObject({
        subject: z.enum(["package", "ship_request"]),
        subjectId: id,
        text: message,
        answerBy,
        idempotencyKey,
      }),
    )
    .output(staffCaseDetails),

  readCaseMoney: procedure({
    method: "GET",
    path: "/admin/cases/{caseId}/money",
    access: roleAccess.caseMoney,
    summary: "Read what is asked for in a case, and what can be granted",
    description: "Changes nothing.",
    errors: ["not_found"],
  })
    .input(caseId)
    .output(caseMoney),

  grantCase: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/grant",
    access: roleAccess.caseMoney,
    actsOn: "case",
    reauthentication: true,
    idempotent: true,
    audit: { field: "caseId" },
    summary: "Grant money in a case, which is paid into the wallet and closes the case",
    description:
      "Above the limit of the role it is proposed, and a second person with access to money confirms it. All that was granted for the package counts.",
    errors: [
      "not_found",
      "account_closed",
      "case_closed",
      "conflict",
      "case_decided",
      "amount_over_declared",
    ],
  })
    .input(
      caseId.extend({
        amountCents: amountCents.min(1).max(transactionLimits.maximumCents),
        outcome: filledText("Please write the outcome."),
        seenMessageId,
        idempotencyKey,
      }),
    )
    .output(staffCaseDetails),

  confirmGrant: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/grant/confirmation",
    access: roleAccess.money,
    actsOn: "case",
    reauthentication: true,
    idempotent: true,
    audit: { field: "caseId" },
    summary: "Confirm, as a second person, the money that somebody proposed in a case",
    description: "It is paid into the wallet and closes the case.",
    errors: [
      "not_found",
      "account_closed",
      "case_closed",
      "conflict",
      "case_decided",
      "amount_over_declared",
      "second_person_needed",
    ],
  })
    .input(
      caseId.extend({
        amountCents: amountCents.describe("What was shown, as the outcome"),
        outcome: filledText("Please write the outcome."),
        seenMessageId,
        idempotencyKey,
      }),
    )
    .output(staffCaseDetails),

  addCaseNote: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/notes",
    access: roleAccess.cases,
    actsOn: "case",
    idempotent: true,
    audit: { field: "caseId" },
    summary: "Write a note in a case that staff alone read",
    description:
      "It changes neither the state nor the due time, also of a closed case. Of a case about goods it can say what kind it turned out to be.",
    errors: ["not_found", "account_closed", "case_open"],
  })
    .input(
      caseId.extend({
        text: message,
        kind: z.enum(goodsKinds).optional().describe("Without it the kind stays"),
        idempotencyKey,
      }),
    )
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
