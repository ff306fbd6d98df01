import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "#web/i18n/messages.tsx";
import type { Subscription } from "#contract/plans.ts";
import { isDowngrade, planByName, type PlanName } from "#core/plan.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { planPriceText } from "./plan-cards.tsx";

function periodEnd(subscription: Subscription): string {
  const { currentPeriodEndsAt } = subscription;
  return currentPeriodEndsAt === null ? "the end of this month" : momentText(currentPeriodEndsAt);
}

/** What the change will do, shown before confirming. */
function consequence(subscription: Subscription, current: PlanName, newPlan: PlanName): string {
  const price = `${planPriceText(planByName(newPlan))} per month`;
  if (newPlan === current) return `You keep ${current} at ${price}. Nothing is charged now.`;
  return isDowngrade(current, newPlan)
    ? `You keep ${current} until ${periodEnd(subscription)}. After that you are on ${newPlan} at ${price}. Nothing is charged now.`
    : `${newPlan} starts immediately. Your card is charged the difference for the rest of this period now, and ${price} from the next period.`;
}

/** The result, shown after the change. */
function outcome(subscription: Subscription, newPlan: PlanName): string {
  if (subscription.subscription === newPlan) return `You are on the ${newPlan} plan.`;
  if (subscription.nextPlan !== newPlan) return "The change is being confirmed.";
  return `Your plan changes to ${newPlan} on ${periodEnd(subscription)}.`;
}

/** Confirms a change to the plan `newPlan`; closed while it is null. */
export function ChangePlanDialog(props: {
  subscription: Subscription;
  current: PlanName;
  newPlan: PlanName | null;
  onClose: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const changing = useMutation(api.plans.changeSubscription.mutationOptions());
  const { newPlan, subscription, current } = props;
  const change = async () => {
    if (newPlan === null) return;
    try {
      const changed = await changing.mutateAsync({ plan: newPlan });
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), changed);
      showToast({
        title: "Plan changed",
        description: outcome(changed, newPlan),
        kind: "success",
        place: "plan",
      });
    } catch (error) {
      const description = apiErrorMessage(error, "Could not change your plan. Please try again.");
      showToast({
        title: t("toasts.profileNotUpdated.title"),
        description,
        kind: "destructive",
        place: "plan",
      });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen={newPlan !== null}
      onClose={props.onClose}
      title={newPlan === current ? `Keep ${current}?` : `Change to ${newPlan ?? ""}?`}
      confirmLabel={newPlan === current ? `Keep ${current}` : "Change Plan"}
      onConfirm={change}
    >
      {newPlan === null ? null : consequence(subscription, current, newPlan)}
    </ConfirmDialog>
  );
}
