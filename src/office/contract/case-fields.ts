// Cases as their customers and staff read them.
import * as z from "zod";
import { parcelOwner } from "#goods/contract/inbound-parcels.ts";
import { transactionType } from "#money/contract/transactions.ts";
import {
  answerTimeDays,
  caseEvents,
  caseKinds,
  caseLimits,
  caseSenders,
  caseStates,
  caseSubjects,
} from "#office/rules/case.ts";
import { evidencePhotoKinds } from "#office/rules/case-evidence.ts";
import { amountCents, id, time } from "#platform/contract/fields.ts";
import { caseChoice } from "./case-choices.ts";

const caseFile = z.object({
  id,
  contentType: z.string(),
  fileUrl: z.string().describe("Address that expires"),
});
caseFile.register(z.globalRegistry, { id: "CaseFile" });

export const ownCase = z.object({
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
  text: z.string().describe("What was written first, by its customer or by staff who opened it"),
  files: z.array(caseFile).describe("Those of the first message"),
  waitingSince: time.describe("Since when it is in its state"),
  dueAt: time.nullable().describe("By when staff answer; null while they need not"),
  answerBy: time
    .nullable()
    .describe(
      "By when its customer is to answer; it then returns to staff. null: whenever they like",
    ),
  askedCents: amountCents.nullable().describe("What its customer asks for"),
  grantedCents: amountCents.nullable().describe("What was paid into the wallet"),
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
  choices: z.array(caseChoice).nullable().describe("What staff let its customer choose"),
  chosenCode: z.string().nullable().describe("Of these choices the one that was made"),
  createdAt: time,
});
caseMessage.register(z.globalRegistry, { id: "CaseMessage" });
export type CaseMessage = z.infer<typeof caseMessage>;

/** What was known of the thing when the case was opened; later corrections do not change it. */
const caseEvidence = z.object({
  photos: z.array(
    z.object({
      id,
      kind: z.enum(evidencePhotoKinds).meta({ id: "EvidencePhotoKind" }),
      name: z.string().describe("The number of the parcel; empty of the box"),
      sha256: z.string().describe("Of the file, in hexadecimal digits"),
      takenAt: time,
      imageUrl: z
        .string()
        .nullable()
        .describe("Expires; null: it is no longer there, or not for the reader"),
      thumbnailUrl: z.string().nullable(),
    }),
  ),
  weights: z.array(
    z.object({
      name: z.string().describe("The number of the parcel; empty of the box"),
      weightGrams: z.int(),
      weighedAt: time,
    }),
  ),
  events: z.array(z.object({ event: z.enum(caseEvents), at: time })),
});
caseEvidence.register(z.globalRegistry, { id: "CaseEvidence" });
export type CaseEvidenceShown = z.infer<typeof caseEvidence>;

const previousCase = z.object({ id, number: z.string() }).nullable();
export const ownCaseDetails = ownCase.extend({
  previous: previousCase.describe("The closed case that it goes on with"),
  evidence: caseEvidence,
  messages: z
    .array(caseMessage)
    .describe(`Oldest first; of more than ${caseLimits.shownMessages} the newest`),
});
ownCaseDetails.register(z.globalRegistry, { id: "CaseDetails" });
export type OwnCaseDetails = z.infer<typeof ownCaseDetails>;

export const staffCase = ownCase.extend({
  pictureUrl: z
    .string()
    .nullable()
    .describe("The newest photo of its parcel or package, for who may see those; expires"),
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

export const staffCaseDetails = staffCase.extend({
  previous: previousCase.describe("The closed case that it goes on with"),
  evidence: caseEvidence,
  messages: z
    .array(staffCaseMessage)
    .describe(`With notes, oldest first; of more than ${caseLimits.shownMessages} the newest`),
});
staffCaseDetails.register(z.globalRegistry, { id: "StaffCaseDetails" });
export type StaffCaseDetails = z.infer<typeof staffCaseDetails>;

export const answerTimes = z
  .object({
    count: z.int().describe("The cases of that time that were answered, or are late"),
    medianMinutes: z.int().nullable().describe("From opening to the first answer"),
    inTimePercent: z.int().describe("How many of them were answered by their due time"),
  })
  .nullable()
  .describe(`Of the last ${answerTimeDays} days; null where there were none`);
export type AnswerTimes = NonNullable<z.infer<typeof answerTimes>>;
