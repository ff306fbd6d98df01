import type { Listeners } from "#platform/server/context.ts";
import { findAccountOfAddress, listEmailAccounts } from "./notifications/preference-queries.ts";

/** What accounts want to be told, for the emails of the platform. */
export const noticesListeners = {
  emailAccounts: listEmailAccounts,
  accountOfAddress: findAccountOfAddress,
} satisfies Partial<Listeners>;
