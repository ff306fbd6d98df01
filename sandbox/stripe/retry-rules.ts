/** When a refused renewal is tried again, and what becomes of the subscription when every attempt failed. */
import { type Database, readSetting, writeSetting } from "./resource-store.ts";

/** `waitsDays`: days between one attempt and the next. `afterwards`: what the subscription is after the last one. */
export interface RetryRules {
  waitsDays: number[];
  afterwards: "canceled" | "unpaid" | "past_due";
}

const usual: RetryRules = { waitsDays: [3, 5, 7], afterwards: "canceled" };
const setting = "retry rules";
const daySeconds = 86_400;

/** Reads the rules; three, five and seven days and then the end, until they are changed. */
export function readRetryRules(database: Database): RetryRules {
  const kept = readSetting(database, setting);
  return kept === undefined ? usual : (JSON.parse(kept) as RetryRules);
}

/** Changes the rules, for attempts that fail from now on. */
export function writeRetryRules(database: Database, rules: RetryRules) {
  writeSetting(database, setting, JSON.stringify(rules));
}

/** How long to wait after the given number of failed attempts; `undefined` when there is no further one. */
export function askBankAgainAfter(rules: RetryRules, failedAttempts: number): number | undefined {
  const days = rules.waitsDays[failedAttempts - 1];
  return days === undefined ? undefined : days * daySeconds;
}
