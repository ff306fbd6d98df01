/** The question before a plan is canceled: when it ends and what stays. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toasts } from "#contract/messages.ts";
import type { Subscription } from "#contract/plans.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { unsettledOf } from "./settle-alert.tsx";

const couldNotChange = "Could not change your subscription. Please try again.";

function periodEnd({ currentPeriodEndsAt }: Subscription): string {
  return currentPeriodEndsAt === null ? "the end of this month" : momentText(currentPeriodEndsAt);
}

/** What canceling means for the customer, before it is done. */
function consequence(subscription: Subscription): string {
  return unsettledOf(subscription) === null
    ? `Your plan stays active until ${periodEnd(subscription)}. Then it ends, and nothing more is charged. You can undo this until then.`
    : "The present month is not paid, so your plan ends at once and nothing more is charged. Packages on their way stay visible; no more can be added.";
}

/** What has become of it, afterwards. */
function outcome(subscription: Subscription): string {
  return subscription.cancelsAtPeriodEnd
    ? `Your plan stays active until ${periodEnd(subscription)}.`
    : "Your plan has ended.";
}

/** Cancels and takes back, and shows what has become of the plan wherever it is shown. */
export function usePlanCancellation() {
  const api = useApi();
  const queryClient = useQueryClient();
  const canceling = useMutation(api.plans.cancelSubscription.mutationOptions());
  const resuming = useMutation(api.plans.resumeSubscription.mutationOptions());
  const change = async (
    ask: () => Promise<Subscription>,
    notify: (now: Subscription) => { title: string; description: string },
  ) => {
    try {
      const now = await ask();
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), now);
      showToast({ ...notify(now), kind: "success" });
      return true;
    } catch (error) {
      showToast({
        title: toasts.profileNotUpdated.title,
        description: apiErrorMessage(error, couldNotChange),
        kind: "destructive",
      });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
      return false;
    }
  };
  return {
    isCanceling: canceling.isPending,
    isResuming: resuming.isPending,
    /** Ends the plan; true once that is answered. Says itself what went wrong. */
    cancel: () =>
      change(
        () => canceling.mutateAsync({}),
        (now) => ({ ...toasts.subscriptionCanceled, description: outcome(now) }),
      ),
    /** Keeps the plan after all; true once that is answered. Says itself what went wrong. */
    resume: () =>
      change(
        () => resuming.mutateAsync({}),
        (now) => ({
          title: "Subscription kept",
          description: `Your plan renews on ${periodEnd(now)}.`,
        }),
      ),
  };
}

/** Asks before the plan is canceled. Stays open where that fails. */
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
      title="Cancel your subscription?"
      size="sm"
      isBusy={cancellation.isCanceling}
    >
      <Stack gap="lg">
        <Text size="sm">{consequence(props.subscription)}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={cancellation.isCanceling} onClick={onClose}>
            Keep Subscription
          </Button>
          <Button color="red" loading={cancellation.isCanceling} onClick={() => void cancel()}>
            Cancel Subscription
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
