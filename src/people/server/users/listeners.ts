import type { Listeners } from "#platform/server/context.ts";
import { listEmailAddresses } from "./user-queries.ts";

/** What accounts answer for modules below. */
export const userListeners = {
  emailsOfAccounts: listEmailAddresses,
} satisfies Partial<Listeners>;
