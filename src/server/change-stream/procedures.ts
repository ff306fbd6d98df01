import { signedIn } from "#server/access.ts";
import { subscribeToChanges } from "./subscribe-to-changes.ts";

export const changeStreamProcedures = {
  subscribeToChanges: signedIn.changeStream.subscribeToChanges.handler(({ context, lastEventId }) =>
    subscribeToChanges(context, { lastEventId }),
  ),
};
