import { useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "#money/contract/plans.ts";
import { useApi } from "#money/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { unsettledOf } from "./subscription-payment.tsx";

/** The day on which the period ends; `none` while it is unknown. */
export function periodEnd({ currentPeriodEndsAt }: Subscription): string {
  return currentPeriodEndsAt === null ? "none" : momentText(currentPeriodEndsAt);
}

/** What canceling will do, shown before confirming. */
function consequence(subscription: Subscription): string {
  return unsettledOf(subscription) === null
    ? t("plans.cancel.text", { date: periodEnd(subscription) })
    : t("plans.cancel.textUnpaid");
}

/** The result, shown after canceling. */
function outcome(subscription: Subscription): string {
  return subscription.cancelsAtPeriodEnd
    ? t("plans.cancel.until", { date: periodEnd(subscription) })
    : t("plans.cancel.ended");
}

function usePlanAction(
  operation: Parameters<typeof useAction<Record<never, never>, Subscription>>[0],
  toastOf: (subscription: Subscription) => { title: string; description: string },
) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useAction(operation, {
    done: (subscription) => {
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), subscription);
      return toastOf(subscription);
    },
    failed: () => t("toasts.profileNotUpdated.title"),
    hint: t("plans.subscriptionNotChanged"),
  });
}

/** Cancels and resumes the plan; what the server answers is shown at once. */
export function usePlanCancellation() {
  const api = useApi();
  const canceling = usePlanAction(api.plans.cancelSubscription.mutationOptions(), (canceled) => ({
    ...toastText("subscriptionCanceled"),
    description: outcome(canceled),
  }));
  const resuming = usePlanAction(api.plans.resumeSubscription.mutationOptions(), (resumed) => ({
    title: t("plans.resume.success"),
    description: t("plans.resume.text", { date: periodEnd(resumed) }),
  }));
  return { canceling, resuming };
}

/** Confirms canceling the plan; stays open when it fails. */
export function CancelPlanDialog(props: {
  subscription: Subscription;
  isOpen: boolean;
  onClose: () => void;
  canceling: ReturnType<typeof usePlanCancellation>["canceling"];
}) {
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("plans.cancel.title")}
      confirmLabel={t("plans.cancel.confirm")}
      dismissLabel={t("plans.cancel.keep")}
      isDestructive
      onConfirm={() => props.canceling.run({})}
    >
      {consequence(props.subscription)}
    </ConfirmDialog>
  );
}
