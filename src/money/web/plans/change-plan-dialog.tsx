import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "#money/contract/plans.ts";
import { isDowngrade, planByName } from "#catalogue/rules/plan.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { periodEnd } from "./cancel-plan-dialog.tsx";
import { t } from "./messages.ts";
import { planPriceText } from "./plan-cards.tsx";
import type { PlanName } from "#platform/rules/plan-name.ts";

/** What the change will do, shown before confirming. */
function consequence(subscription: Subscription, current: PlanName, newPlan: PlanName): string {
  const plan = { plan: newPlan, price: planPriceText(planByName(newPlan)) };
  if (newPlan === current) return t("plans.change.keepText", plan);
  return isDowngrade(current, newPlan)
    ? t("plans.change.downgradeText", { ...plan, current, date: periodEnd(subscription) })
    : t("plans.change.upgradeText", plan);
}

/** The result, shown after the change. */
function outcome(subscription: Subscription, newPlan: PlanName): string {
  if (subscription.subscription === newPlan) return t("plans.change.now", { plan: newPlan });
  if (subscription.nextPlan !== newPlan) return t("plans.change.confirming");
  return t("plans.change.scheduled", { plan: newPlan, date: periodEnd(subscription) });
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
  const isKept = newPlan === current;
  const change = async () => {
    if (newPlan === null) return;
    try {
      const changed = await changing.mutateAsync({ plan: newPlan });
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), changed);
      showToast({
        title: t("plans.change.success"),
        description: outcome(changed, newPlan),
        kind: "success",
        place: "plan",
      });
    } catch (error) {
      const description = apiErrorMessage(error, t("plans.change.failed"));
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
      title={t(isKept ? "plans.change.keepTitle" : "plans.change.title", { plan: newPlan ?? "" })}
      confirmLabel={isKept ? t("plans.change.keep", { plan: current }) : t("plans.change.confirm")}
      onConfirm={change}
    >
      {newPlan === null ? null : consequence(subscription, current, newPlan)}
    </ConfirmDialog>
  );
}
