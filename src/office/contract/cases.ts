// What customers say is wrong with a thing of theirs, and how staff end it.
import * as z from "zod";
import { parcelOwner } from "#goods/contract/inbound-parcels.ts";
import {
  caseKinds,
  caseLimits,
  caseProblems,
  caseStates,
  caseSubjects,
} from "#office/rules/case.ts";
import { id, idempotencyKey, pageNumber, pageSize, text, time } from "#platform/contract/fields.ts";
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
  subjectName: z.string().describe("The number of the thing; empty of an account"),
  kind: z.enum(caseKinds).meta({ id: "CaseKind" }),
  state: z.enum(caseStates).meta({ id: "CaseState" }),
  text: z.string(),
  files: z.array(caseFile),
  dueAt: time.describe("By when staff answer by email"),
  outcome: z.string().describe("What staff wrote when they closed it; empty until then"),
  openedAt: time,
  closedAt: time.nullable(),
});
ownCase.register(z.globalRegistry, { id: "Case" });
export type OwnCase = z.infer<typeof ownCase>;

const staffCase = ownCase.extend({
  customer: parcelOwner,
  packageId: id
    .nullable()
    .describe("Of a package or ship request that still exists, the package; otherwise null"),
});
staffCase.register(z.globalRegistry, { id: "StaffCase" });
export type StaffCase = z.infer<typeof staffCase>;

const filledText = (sentence: string) =>
  text(caseLimits.textLength).refine((value) => value !== "", sentence);
const caseId = z.strictObject({ caseId: id });

export const cases = {
  openCase: procedure({
    method: "POST",
    path: "/cases",
    access: "signedIn",
    idempotent: true,
    summary: "Say what is wrong with an own parcel, package, ship request or account",
    description: `One can be open for each thing and kind of problem (\`case_open\` has its \`caseId\`), ${caseLimits.open} in all. Staff answer by email by \`dueAt\`, which counts opening hours of the warehouse.`,
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
    summary: `Add an image or PDF of at most 10 MB to an own open case, at most ${caseLimits.files}`,
    description: "A repeat with the same key stores nothing again.",
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
    .input(caseId.extend({ file: z.file().describe("At most 10 MB"), idempotencyKey }))
    .output(ownCase),

  listOwnCases: procedure({
    method: "GET",
    path: "/cases",
    access: "signedIn",
    summary: "List the own cases, newest first",
    description: `The newest ${caseLimits.listed}, whatever their state.`,
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(ownCase) })),

  listOpenCases: procedure({
    method: "GET",
    path: "/admin/cases",
    access: roleAccess.cases,
    summary: "List the open cases of all customers, the earliest due first",
    description: "One is late once its `dueAt` has passed.",
  })
    .input(z.strictObject({ ids: onlyThese, page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(staffCase), total: z.int() })),

  readCase: procedure({
    method: "GET",
    path: "/admin/cases/{caseId}",
    access: roleAccess.cases,
    summary: "Read a case with its text and files",
    description: "The addresses of files expire.",
    errors: ["not_found"],
  })
    .input(caseId)
    .output(staffCase),

  finishCase: procedure({
    method: "POST",
    path: "/admin/cases/{caseId}/closing",
    access: roleAccess.cases,
    actsOn: "case",
    audit: { field: "caseId" },
    summary: "Close a case with an outcome, which its customer is sent",
    description: "By email and in the inbox.",
    errors: ["not_found", "case_closed"],
  })
    .input(caseId.extend({ outcome: filledText("Please write the outcome.") }))
    .output(staffCase),
};
