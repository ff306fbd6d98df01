import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { Subscription } from "#money/contract/plans.ts";
import { useAction } from "#ui/web/action.ts";
import { useApi, useApiClient } from "#money/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { isAnswerOfProvider, useIdempotencyKey } from "#ui/web/idempotency-key.ts";

type Unsettled = NonNullable<Subscription["unsettled"]>;

/** The toast for changing the plan while a payment is open. */
export function paymentDue() {
  return { title: t("plans.paymentDue.title"), description: t("plans.paymentDue.description") };
}

const texts = {
  past_due: {
    title: "plans.settle.paymentFailed",
    text: "plans.settle.pastDueText",
    action: "plans.settle.pay",
  },
  unpaid: {
    title: "plans.settle.paymentFailed",
    text: "plans.settle.unpaidText",
    action: "plans.settle.pay",
  },
  paused: {
    title: "plans.settle.pausedTitle",
    text: "plans.settle.pausedText",
    action: "plans.settle.addCard",
  },
} as const satisfies Record<Unsettled, { title: string; text: string; action: string }>;

/** What has to be paid or added first; derived from the status if `unsettled` is missing. */
export function unsettledOf(subscription: Subscription): Unsettled | null {
  if (subscription.unsettled) return subscription.unsettled;
  return subscription.status === "past_due" ? "past_due" : null;
}

/**
 * Opens the provider's payment page in a new tab and updates once it is paid. Renders nothing when nothing is open.
 */
export function SettleAlert(props: { subscription: Subscription }) {
  const client = useApiClient();
  const [isOpen, setOpen] = useState(false);
  const settling = useAction(
    { mutationFn: openedIn(() => client.plans.settleSubscription({})) },
    {
      done: ({ tab, url }) => {
        if (tab === null) window.location.assign(url);
        else setOpen(true);
        return null;
      },
      ...checkoutFailed(),
    },
  );
  useSubscription((current) => isOpen && current !== undefined && unsettledOf(current) !== null);
  const unsettled = unsettledOf(props.subscription);
  if (unsettled === null) return null;
  const { title, text, action } = texts[unsettled];

  const settle = () =>
    settling.run({
      tab: openEmptyTab({
        title: t("plans.settle.opening"),
        text: t("plans.settle.openingText"),
      }),
    });
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={t(title)} w="100%">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(text)}</Text>
        <Button
          size="sm"
          leftSection={<CreditCard size={16} />}
          loading={settling.isRunning}
          onClick={() => void settle()}
        >
          {t(action)}
        </Button>
        {isOpen ? (
          <Text size="sm" aria-live="polite">
            {t("plans.settle.open")}
          </Text>
        ) : null}
      </Stack>
    </Alert>
  );
}

const pollMilliseconds = 1_500;

/** The user's subscription, polled every 1.5 s while `isWaiting` returns true, also in a background tab. */
export function useSubscription(isWaiting: (subscription: Subscription | undefined) => boolean) {
  const api = useApi();
  return useQuery({
    ...api.plans.readSubscription.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? pollMilliseconds : false),
    refetchIntervalInBackground: true,
  });
}

/** A checkout that is open in another tab; `isBlocked` if the browser blocked that tab. */
export type OpenCheckout = {
  readonly plan: PlanName;
  readonly url: string;
  readonly isBlocked: boolean;
};

/** Opens the checkout of a plan; a retry after a lost connection opens the same one. */
export function useSubscriptionCheckout() {
  const client = useApiClient();
  const idempotencyKey = useIdempotencyKey(isAnswerOfProvider);
  const [checkout, setCheckout] = useState<OpenCheckout | null>(null);
  const opening = useAction(
    {
      mutationFn: openedIn(({ plan }: { tab: Window | null; plan: PlanName }) =>
        idempotencyKey.use((key) => client.plans.startSubscription({ plan, idempotencyKey: key })),
      ),
    },
    {
      done: ({ tab, url }, { plan }) => {
        setCheckout({ plan, url, isBlocked: tab === null });
        return null;
      },
      ...checkoutFailed(),
    },
  );
  const open = async (plan: PlanName) => {
    const tab = openEmptyTab({
      title: t("plans.checkout.opening"),
      text: t("plans.checkout.openingText"),
    });
    await opening.run({ tab, plan });
  };
  return {
    isOpening: opening.isRunning,
    /** The open checkout; null before `open` and after `clear`. */
    checkout,
    open,
    clear: () => setCheckout(null),
    /** Must be called when another plan is chosen, because that is a new request. */
    renewIdempotencyKey: idempotencyKey.renew,
  };
}

/** Leads the tab of the input to the address that `read` returns; closes it where there is none. */
function openedIn<Input extends { readonly tab: Window | null }>(
  read: (input: Input) => Promise<{ readonly url: string }>,
) {
  return async (input: Input) => {
    const { tab } = input;
    try {
      const { url } = await read(input);
      tab?.location.replace(url);
      return { tab, url };
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
}

/** How the actions of the plan's payments say that they failed. */
function checkoutFailed() {
  return {
    place: "plan",
    failed: () => t("toasts.checkoutFailed.title"),
    hint: t("toasts.checkoutFailed.description"),
  };
}

/**
 * Opens an empty tab for a payment page whose address is not known yet. Browsers allow opening a tab only during the
 * click itself.
 * @param content shown in the tab until it navigates.
 * @returns null when the browser blocks the tab.
 */
function openEmptyTab(content: { readonly title: string; readonly text: string }) {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = content.title;
  tab.document.body.textContent = content.text;
  return tab;
}
