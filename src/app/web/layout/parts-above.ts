// What pages and the end of a session leave to modules above theirs.
import { forgetDeskAccount } from "#ui/web/desk/desk-account.ts";
import { forgetPushAccount } from "#notices/web/push-account.ts";
import { whenSessionEnds } from "#ui/web/session.tsx";
import { fillSlots } from "#ui/web/slots.ts";

// In a file of their own, since the names of all files that it may load are part of it.
fillSlots(async () => (await import("./filled-slots.ts")).filledSlots);

whenSessionEnds(forgetDeskAccount);
whenSessionEnds(forgetPushAccount);
