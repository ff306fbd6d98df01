import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApiClient } from "#app/web/api.ts";
import { isPushAccount } from "#notices/web/push-account.ts";
import { usePerson } from "#ui/web/session.tsx";

const checkMilliseconds = 500;

/** Whether a part of the page, such as one made with `lazy`, is not there yet. */
function hasPlaceholder(): boolean {
  return document.querySelector("main :is([data-placeholder], .mantine-Skeleton-root)") !== null;
}

/** False until the page has loaded its data and parts, so that what may be needed next does not delay it. */
export function useAfterFirstData(): boolean {
  const queryClient = useQueryClient();
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    if (isAfter) return undefined;
    const timer = setInterval(() => {
      if (queryClient.isFetching() === 0 && !hasPlaceholder()) setAfter(true);
    }, checkMilliseconds);
    return () => clearInterval(timer);
  }, [queryClient, isAfter]);
  return isAfter;
}

/** Once after the page has loaded, keeps the push notifications of this browser working where its user turned them on. */
export function useRenewedPush(): void {
  const client = useApiClient();
  const { id: userId } = usePerson();
  const isAfterFirstData = useAfterFirstData();
  useEffect(() => {
    if (!isAfterFirstData || !isPushAccount(userId)) return;
    import("#notices/web/users/push/renew-push.ts")
      .then(({ renewPush }) => renewPush(client))
      // The next visit tries again.
      .catch(() => undefined);
  }, [client, userId, isAfterFirstData]);
}
