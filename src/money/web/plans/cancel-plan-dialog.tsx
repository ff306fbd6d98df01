import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "#money/contract/plans.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { showToast } from "#ui/web/toast.tsx";
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

/** Cancels and resumes the plan and updates the cached subscription. */
export function usePlanCancellation() {
  const api = useApi();
  const queryClient = useQueryClient();
  const canceling = useMutation(api.plans.cancelSubscription.mutationOptions());
  const resuming = useMutation(api.plans.resumeSubscription.mutationOptions());
  const change = async (
    send: () => Promise<Subscription>,
    toastOf: (subscription: Subscription) => { title: string; description: string },
  ) => {
    try {
      const subscription = await send();
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), subscription);
      showToast({ ...toastOf(subscription), kind: "success", place: "plan" });
      return true;
    } catch (error) {
      showToast({
        title: t("toasts.profileNotUpdated.title"),
        description: apiErrorMessage(error, t("plans.subscriptionNotChanged")),
        kind: "destructive",
        place: "plan",
      });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
      return false;
    }
  };
  return {
    isCanceling: canceling.isPending,
    isResuming: resuming.isPending,
    /** Cancels the plan; resolves to false after showing an error. */
    cancel: () =>
      change(
        () => canceling.mutateAsync({}),
        (canceled) => ({ ...toastText("subscriptionCanceled"), description: outcome(canceled) }),
      ),
    /** Undoes a cancellation; resolves to false after showing an error. */
    resume: () =>
      change(
        () => resuming.mutateAsync({}),
        (resumed) => ({
          title: t("plans.resume.success"),
          description: t("plans.resume.text", { date: periodEnd(resumed) }),
        }),
      ),
  };
}

/** Confirms canceling the plan; stays open when it fails. */
export function CancelPlanDialog(props: {
  subscription: Subscription;
  isOpen: boolean;
  onClose: () => void;
  cancellation: ReturnType<typeof usePlanCancellation>;
}) {
  const { cancellation, onClose } = props;
  const cancel = async () => {
    if (await cancellation.cancel()) onClose();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={t("plans.cancel.title")}
      size="sm"
      isBusy={cancellation.isCanceling}
    >
      <Stack gap="lg">
        <Text size="sm">{consequence(props.subscription)}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={cancellation.isCanceling} onClick={onClose}>
            {t("plans.cancel.keep")}
          </Button>
          <Button color="red" loading={cancellation.isCanceling} onClick={() => void cancel()}>
            {t("plans.cancel.confirm")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
