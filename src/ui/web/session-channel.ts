import { brandSlug } from "#platform/rules/brand.ts";

/** The BroadcastChannel through which a browser's tabs report that somebody has signed in or out. */
export const sessionChannelName = `${brandSlug}-session`;

/** The only message; a tab that receives it reads the session from the server. */
export const sessionChanged = "changed";
