import { ORPCError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "#money/contract/plans.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { openEmptyTab } from "./empty-tab.ts";
import { t, toastText } from "./messages.ts";

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
  const api = useApi();
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const opening = useMutation(api.plans.startSubscription.mutationOptions());
  const [checkout, setCheckout] = useState<OpenCheckout | null>(null);

  const open = async (plan: PlanName) => {
    hideToast("plan");
    const tab = openEmptyTab({
      title: t("plans.checkout.opening"),
      text: t("plans.checkout.openingText"),
    });
    try {
      const { url } = await opening.mutateAsync({ plan, idempotencyKey: idempotencyKey.read() });
      idempotencyKey.renew();
      tab?.location.replace(url);
      setCheckout({ plan, url, isBlocked: tab === null });
    } catch (error) {
      tab?.close();
      // Without a response the checkout may exist; a retry with the same key returns it.
      if (error instanceof ORPCError) idempotencyKey.renew();
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
  return {
    isOpening: opening.isPending,
    /** The open checkout; null before `open` and after `clear`. */
    checkout,
    open,
    clear: () => setCheckout(null),
    /** Must be called when another plan is chosen, because that is a new request. */
    renewIdempotencyKey: idempotencyKey.renew,
  };
}
