import type { Listeners } from "#platform/server/context.ts";
import { listSessionMembers } from "./auth/sessions/session-queries.ts";
import { listActiveStaff } from "./db/members.ts";
import { listEmailAddresses } from "./users/user-queries.ts";

/** What accounts answer for modules below. */
export const peopleListeners = {
  activeStaff: listActiveStaff,
  membersOfSessions: listSessionMembers,
  emailsOfAccounts: listEmailAddresses,
} satisfies Partial<Listeners>;
