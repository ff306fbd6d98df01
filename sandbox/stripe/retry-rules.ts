/** When a declined renewal is retried, and the subscription's status after every attempt failed. */
import { type Database, findSetting, upsertSetting } from "./resource-queries.ts";

/** `waitsDays`: days between attempts. `afterwards`: the subscription's status after the last one. */
export interface RetryRules {
  waitsDays: number[];
  afterwards: "canceled" | "unpaid" | "past_due";
}

const usual: RetryRules = { waitsDays: [3, 5, 7], afterwards: "canceled" };
const setting = "retry rules";
const daySeconds = 86_400;

/** Reads the rules; three, five and seven days and then the end, until they are changed. */
export function readRetryRules(database: Database): RetryRules {
  const stored = findSetting(database, setting);
  return stored === undefined ? usual : (JSON.parse(stored) as RetryRules);
}

/** Changes the rules, for attempts that fail from now on. */
export function writeRetryRules(database: Database, rules: RetryRules) {
  upsertSetting(database, setting, JSON.stringify(rules));
}

/** How long to wait after a number of failed attempts; `undefined` when there is no further one. */
export function askBankAgainAfter(rules: RetryRules, failedAttempts: number): number | undefined {
  const days = rules.waitsDays[failedAttempts - 1];
  return days === undefined ? undefined : days * daySeconds;
}
