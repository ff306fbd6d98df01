/** The question before a plan is changed: when it takes effect and what it costs. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toasts } from "#contract/messages.ts";
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

/** What changing means for the customer, before it is done. */
function consequence(subscription: Subscription, current: PlanName, wanted: PlanName): string {
  const price = `${planPriceText(planByName(wanted))} per month`;
  if (wanted === current) return `You keep ${current} at ${price}. Nothing is charged now.`;
  return isDowngrade(current, wanted)
    ? `You keep ${current} until ${periodEnd(subscription)}. From then on you are on ${wanted} at ${price}. Nothing is charged now.`
    : `${wanted} starts at once. Your card is charged the difference for the rest of this period now, and ${price} from the next one on.`;
}

/** What has become of it, afterwards. */
function outcome(subscription: Subscription, wanted: PlanName): string {
  if (subscription.subscription === wanted) return `You are on the ${wanted} plan.`;
  if (subscription.nextPlan !== wanted) return "The change is being confirmed.";
  return `Your plan changes to ${wanted} on ${periodEnd(subscription)}.`;
}

/** Asks and changes; `wanted` is null while nothing is asked. */
export function ChangePlanDialog(props: {
  subscription: Subscription;
  current: PlanName;
  wanted: PlanName | null;
  onClose: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const changing = useMutation(api.plans.changeSubscription.mutationOptions());
  const { wanted, subscription, current } = props;
  const change = async () => {
    if (wanted === null) return;
    try {
      const changed = await changing.mutateAsync({ plan: wanted });
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), changed);
      showToast({ title: "Plan changed", description: outcome(changed, wanted), kind: "success" });
    } catch (error) {
      const description = apiErrorMessage(error, "Could not change your plan. Please try again.");
      showToast({ title: toasts.profileNotUpdated.title, description, kind: "destructive" });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen={wanted !== null}
      onClose={props.onClose}
      title={wanted === current ? `Keep ${current}?` : `Change to ${wanted ?? ""}?`}
      confirmLabel={wanted === current ? `Keep ${current}` : "Change Plan"}
      onConfirm={change}
    >
      {wanted === null ? null : consequence(subscription, current, wanted)}
    </ConfirmDialog>
  );
}
