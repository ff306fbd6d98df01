/** Subscribing: the hosted checkout in a tab of its own, and waiting for what comes of it. */
import { ORPCError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toasts } from "#contract/messages.ts";
import type { Subscription } from "#contract/plans.ts";
import type { PlanName } from "#core/plan.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { showToast } from "#web/ui/toast.tsx";
import { openEmptyTab } from "./empty-tab.ts";

const pollMilliseconds = 1_500;

/** The own plan; asked again every 1.5 s, also behind another tab, while `isWaiting` for it to change. */
export function useSubscription(isWaiting: (now: Subscription | undefined) => boolean) {
  const api = useApi();
  return useQuery({
    ...api.plans.readSubscription.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? pollMilliseconds : false),
    refetchIntervalInBackground: true,
  });
}

/** A checkout that stands open in another tab. `isBlocked`: the browser did not let that tab open. */
export type OpenCheckout = {
  readonly plan: PlanName;
  readonly url: string;
  readonly isBlocked: boolean;
};

/** Opens checkouts for a plan; one at a time, and the same one again after a lost connection. */
export function useSubscriptionCheckout() {
  const api = useApi();
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const opening = useMutation(api.plans.startSubscription.mutationOptions());
  const [checkout, setCheckout] = useState<OpenCheckout | null>(null);

  const open = async (plan: PlanName) => {
    const tab = openEmptyTab({
      title: "Opening the checkout",
      text: "Opening the secure checkout...",
    });
    try {
      const { url } = await opening.mutateAsync({ plan, idempotencyKey: idempotencyKey.read() });
      idempotencyKey.renew();
      tab?.location.replace(url);
      setCheckout({ plan, url, isBlocked: tab === null });
    } catch (error) {
      tab?.close();
      // Without an answer the checkout may exist: the same key then finds it again.
      if (error instanceof ORPCError) idempotencyKey.renew();
      const description = apiErrorMessage(error, toasts.checkoutFailed.description);
      showToast({ ...toasts.checkoutFailed, description, kind: "destructive" });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
    }
  };
  return {
    isOpening: opening.isPending,
    /** The checkout that is waited for; null before, and after `forget`. */
    checkout,
    open,
    clear: () => setCheckout(null),
    /** To be called when another plan is chosen, which makes it another intention. */
    startAfresh: idempotencyKey.renew,
  };
}
