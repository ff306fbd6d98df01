import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { t } from "#web/i18n/messages.tsx";
import { toastText } from "#web/i18n/toast-text.ts";
import type { Subscription } from "#contract/plans.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { hideToast, showToast } from "#web/ui/toast.tsx";
import { openEmptyTab } from "./empty-tab.ts";
import { useSubscription } from "./subscription-checkout.ts";

type Unsettled = NonNullable<Subscription["unsettled"]>;

/** The toast for changing the plan while a payment is open. */
export const paymentDue = {
  title: "Payment due",
  description: "The last payment for your plan failed. Please pay it first.",
} as const;

const texts: Readonly<Record<Unsettled, { title: string; text: string; action: string }>> = {
  past_due: {
    title: "Your last payment failed",
    text: "We will try your card again. Your plan stays active until then. You can also pay now.",
    action: "Pay now",
  },
  unpaid: {
    title: "Your last payment failed",
    text: "Your plan is on hold until the open invoice is paid. You cannot add packages until then.",
    action: "Pay now",
  },
  paused: {
    title: "Your plan is paused",
    text: "It resumes as soon as you add a card.",
    action: "Add a card",
  },
};

/** What has to be paid or added first; derived from the status if `unsettled` is missing. */
export function unsettledOf(subscription: Subscription): Unsettled | null {
  if (subscription.unsettled) return subscription.unsettled;
  return subscription.status === "past_due" ? "past_due" : null;
}

/**
 * Opens the provider's payment page in a new tab and updates once it is paid. Renders nothing when nothing is open.
 */
export function SettleAlert(props: { subscription: Subscription }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const settling = useMutation(api.plans.settleSubscription.mutationOptions());
  const [isOpen, setOpen] = useState(false);
  useSubscription((current) => isOpen && current !== undefined && unsettledOf(current) !== null);
  const unsettled = unsettledOf(props.subscription);
  if (unsettled === null) return null;
  const { title, text, action } = texts[unsettled];

  const settle = async () => {
    hideToast("plan");
    const tab = openEmptyTab({
      title: "Opening the payment page",
      text: "Opening the secure payment page...",
    });
    try {
      const { url } = await settling.mutateAsync({});
      if (tab === null) return window.location.assign(url);
      tab.location.replace(url);
      setOpen(true);
    } catch (error) {
      tab?.close();
      const description = apiErrorMessage(error, t("toasts.checkoutFailed.description"));
      showToast({
        ...toastText("checkoutFailed"),
        description,
        kind: "destructive",
        place: "plan",
      });
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
            The payment page is open in another tab. This page updates once the payment is
            confirmed.
          </Text>
        ) : null}
      </Stack>
    </Alert>
  );
}
