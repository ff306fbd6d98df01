import type { Listeners } from "#server/context.ts";
import { findAccountId, listEmailAccounts } from "./email-account-queries.ts";

/** What accounts want of emails, for the queue of emails. */
export const emailAccountListeners = {
  emailAccounts: listEmailAccounts,
  accountOfAddress: findAccountId,
} satisfies Partial<Listeners>;
