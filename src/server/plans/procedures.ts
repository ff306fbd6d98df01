// The plans' part of the API: each operation behind its door.
import { signedIn } from "#server/access.ts";
import { changeSubscription } from "./change-subscription.ts";
import { readSubscription } from "./read-subscription.ts";
import { startSubscription } from "./start-subscription.ts";

export const plansProcedures = {
  readSubscription: signedIn.plans.readSubscription.handler(({ context }) =>
    readSubscription(context),
  ),
  startSubscription: signedIn.plans.startSubscription.handler(({ context, input }) =>
    startSubscription(context, input),
  ),
  changeSubscription: signedIn.plans.changeSubscription.handler(({ context, input }) =>
    changeSubscription(context, input),
  ),
};
