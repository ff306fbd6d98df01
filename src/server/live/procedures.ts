// Binds the procedure that pages follow to its door and operation.
import { signedIn } from "#server/access.ts";
import { followChanges } from "./follow-changes.ts";

export const liveProcedures = {
  followChanges: signedIn.live.followChanges.handler(({ context, lastEventId }) =>
    followChanges(context, { lastEventId }),
  ),
};
