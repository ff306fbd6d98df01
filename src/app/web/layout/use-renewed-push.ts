import { useEffect } from "react";
import { useApiClient } from "#app/web/api.ts";
import { isPushAccount } from "#notices/web/push-account.ts";
import { useSession } from "#ui/web/session.tsx";
import { useAfterFirstData } from "./after-first-data.ts";

/** Once after the page has loaded, keeps the push notifications of this browser working where its user turned them on. */
export function useRenewedPush(): void {
  const client = useApiClient();
  const { person } = useSession();
  const userId = person?.id ?? null;
  const isAfterFirstData = useAfterFirstData();
  useEffect(() => {
    if (!isAfterFirstData || userId === null || !isPushAccount(userId)) return;
    import("#notices/web/users/push/renew-push.ts")
      .then(({ renewPush }) => renewPush(client))
      // The next visit tries again.
      .catch(() => undefined);
  }, [client, userId, isAfterFirstData]);
}
