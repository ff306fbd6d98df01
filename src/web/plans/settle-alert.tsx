/** What a customer is told while the provider waits for a payment or a card, with the way to settle it. */
import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { toasts } from "#contract/messages.ts";
import type { Subscription } from "#contract/plans.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { openEmptyTab } from "./empty-tab.ts";
import { useSubscription } from "./subscription-checkout.ts";

type Unsettled = NonNullable<Subscription["unsettled"]>;

/** Why no other plan can be chosen while something is open. */
export const paymentDue = {
  title: "Payment due",
  description: "The last payment for your plan failed. Please settle it first.",
} as const;

const words: Readonly<Record<Unsettled, { title: string; text: string; action: string }>> = {
  past_due: {
    title: "Your last payment failed",
    text: "We will try your card again. Your plan stays until then; you can also pay now.",
    action: "Pay now",
  },
  unpaid: {
    title: "Your last payment failed",
    text: "Your plan is on hold, and no packages can be added, until the open bill is paid.",
    action: "Pay now",
  },
  paused: {
    title: "Your plan is paused",
    text: "It goes on as soon as there is a card to bill.",
    action: "Add a card",
  },
};

/** What waits to be settled; an answer that tells of a late payment by its status alone counts as well. */
export function unsettledOf(subscription: Subscription): Unsettled | null {
  if (subscription.unsettled) return subscription.unsettled;
  return subscription.status === "past_due" ? "past_due" : null;
}

/**
 * Leads to the provider's page for what is open, in a tab of its own; this page follows by itself once it is paid.
 * Nothing where nothing is open.
 */
export function SettleAlert(props: { subscription: Subscription }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const settling = useMutation(api.plans.settleSubscription.mutationOptions());
  const [isOpen, setOpen] = useState(false);
  useSubscription((now) => isOpen && now !== undefined && unsettledOf(now) !== null);
  const unsettled = unsettledOf(props.subscription);
  if (unsettled === null) return null;
  const { title, text, action } = words[unsettled];

  const settle = async () => {
    const tab = openEmptyTab({
      title: "Opening the payment page",
      text: "Opening the secure payment page...",
    });
    try {
      const answer = await settling.mutateAsync({});
      if (tab === null) return window.location.assign(answer.url);
      tab.location.replace(answer.url);
      setOpen(true);
    } catch (error) {
      tab?.close();
      const description = apiErrorMessage(error, toasts.checkoutFailed.description);
      showToast({ ...toasts.checkoutFailed, description, kind: "destructive" });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
    }
  };
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={title} w="100%">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        <Button
          size="sm"
          leftSection={<CreditCard size={16} />}
          loading={settling.isPending}
          onClick={() => void settle()}
        >
          {action}
        </Button>
        {isOpen ? (
          <Text size="sm" aria-live="polite">
            The payment page is open in another tab. This page follows as soon as it is settled.
          </Text>
        ) : null}
      </Stack>
    </Alert>
  );
}
