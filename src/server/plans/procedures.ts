import { admin, signedIn } from "#server/access.ts";
import { adjustQuota } from "./adjust-quota.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { changeSubscription } from "./change-subscription.ts";
import { endSubscription } from "./end-subscription.ts";
import { giveComplimentaryPlan } from "./complimentary/give-complimentary-plan.ts";
import { readSubscription } from "./read-subscription.ts";
import { resumeSubscription } from "./resume-subscription.ts";
import { settleSubscription } from "./settle-subscription.ts";
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
  cancelSubscription: signedIn.plans.cancelSubscription.handler(({ context }) =>
    cancelSubscription(context),
  ),
  resumeSubscription: signedIn.plans.resumeSubscription.handler(({ context }) =>
    resumeSubscription(context),
  ),
  settleSubscription: signedIn.plans.settleSubscription.handler(({ context }) =>
    settleSubscription(context),
  ),
  giveComplimentaryPlan: admin.plans.giveComplimentaryPlan.handler(({ context, input }) =>
    giveComplimentaryPlan(context, input),
  ),
  adjustQuota: admin.plans.adjustQuota.handler(({ context, input }) => adjustQuota(context, input)),
  endSubscription: admin.plans.endSubscription.handler(({ context, input }) =>
    endSubscription(context, input),
  ),
};
