import type { Listeners } from "#platform/server/context.ts";
import { listSessionMembers } from "./auth/sessions/session-queries.ts";

/** What accounts answer for modules below. */
export const accountListeners = {
  membersOfSessions: listSessionMembers,
} satisfies Partial<Listeners>;
