// Cases: what a customer says is wrong with a thing of theirs, and what both sides write about it.
import { plainText } from "#platform/rules/normalize-text.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/** What a case is about; an account is everything else. */
export const caseSubjects = [
  "inbound_parcel",
  "package",
  "ship_request",
  "transaction",
  "account",
] as const;
export type CaseSubject = (typeof caseSubjects)[number];

/** What customers choose from about goods. */
export const goodsProblems = ["damaged", "missing", "never_came", "other"] as const;

/** What customers write about; `order` asks staff to help with a purchase. */
export const caseProblems = [...goodsProblems, "order"] as const;
export type CaseProblem = (typeof caseProblems)[number];

/** What a case is, which follows from the problem and the thing. */
export const caseKinds = [
  "question",
  "damaged",
  "missing",
  "lost",
  "wrong_item",
  "goods_refused",
  "customs",
  "money",
  "return",
  "order",
  "other",
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What staff can say that a case about goods turned out to be; of the other kinds something follows that stays. */
export const goodsKinds = [
  "question",
  "damaged",
  "missing",
  "wrong_item",
  "goods_refused",
  "return",
  "other",
] as const satisfies readonly CaseKind[];
export type GoodsKind = (typeof goodsKinds)[number];

/** Whether staff can name the kind of a case anew: of one about goods. It answers for the same staff, and what was asked for stays. */
export function mayNameKind({
  subject,
  kind,
}: {
  readonly subject: CaseSubject;
  readonly kind: CaseKind;
}): boolean {
  const isAboutGoods = subject !== "account" && subject !== "transaction";
  return isAboutGoods && (goodsKinds as readonly CaseKind[]).includes(kind);
}

/** Whoever of customer and staff wrote last waits for the other. */
export const caseStates = ["waiting_for_us", "waiting_for_customer", "closed"] as const;
export type CaseState = (typeof caseStates)[number];

/** Those of an open case. */
export const openCaseStates = [
  "waiting_for_us",
  "waiting_for_customer",
] as const satisfies readonly CaseState[];
export type OpenCaseState = (typeof openCaseStates)[number];

/** Who wrote a message; the system says what happened to the thing. */
export const caseSenders = ["customer", "staff", "system"] as const;
export type CaseSender = (typeof caseSenders)[number];

/**
 * What is said of a thing in its open cases when it happens, and what became of a question: that what was chosen was no longer
 * possible, or that nobody answered in time.
 */
export const caseEvents = [
  "received",
  "packed",
  "quote_accepted",
  "handed_over",
  "delivered",
  "refund",
  "customs_information_required",
  "choice_not_possible",
  "answer_overdue",
] as const;
export type CaseEvent = (typeof caseEvents)[number];

/** What the list of open cases can be narrowed to. */
export const caseTopics = ["customs", "money", "second_person"] as const;
export type CaseTopic = (typeof caseTopics)[number];

/** `files` are of one message, `fileBytes` of one file; the numbers of new cases and messages are attempt limits. */
export const caseLimits = {
  textLength: 4_000,
  files: 5,
  fileBytes: 10_000_000,
  open: 10,
  listed: 100,
  shownMessages: 300,
} as const;

/** For how long a closed case is opened again by what its customer writes; later that opens a new one. */
export const reopeningDays = 30;

/** After how long a customer who has not answered is reminded. */
export const reminderDays = 14;

/** Over how many days it is computed how soon staff answer. */
export const answerTimeDays = 30;

/**
 * What follows from a problem. Of a package money can be asked within windows, in which what never came is lost; outside
 * them what is damaged, missing or has not come is a question.
 */
export function caseKindOf(
  problem: CaseProblem,
  subject: CaseSubject,
  isInWindow: boolean,
): CaseKind {
  if (subject === "account") return problem === "order" ? "order" : "question";
  if (subject === "transaction") return "money";
  if (problem === "order" || problem === "other") return "other";
  if (subject === "package") {
    if (!isInWindow) return "question";
    return problem === "never_came" ? "lost" : problem;
  }
  return problem === "never_came" ? "question" : problem;
}

/** Within how many opening hours of the warehouse staff answer, which is what the support of a plan means. */
export function answerHours(plan: PlanName | null): number {
  if (plan === "Premium") return 4;
  return plan === "Super" ? 8 : 24;
}

/** The number of a case, as customers and staff name it. */
export function caseReference(number: bigint): string {
  return `C${String(number).padStart(5, "0")}`;
}

/** The number of a case that a search names by its reference; null where it names none. */
export function soughtCaseNumber(search: string): string | null {
  return /^C-?0*([1-9]\d{0,17})$/i.exec(plainText(search).trim())?.[1] ?? null;
}
