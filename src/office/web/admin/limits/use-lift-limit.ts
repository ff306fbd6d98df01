import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CountedLimit } from "#platform/contract/limits.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#office/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "./messages.ts";

/** A key unique to each counted limit. */
export function limitKey({ limit, who }: Pick<CountedLimit, "limit" | "who">): string {
  return `${limit}:${who}`;
}

/** `liftingKey` is the `limitKey` of the limit in progress, or null. */
export function useLiftLimit() {
  const api = useApi();
  const queryClient = useQueryClient();
  const lifting = useMutation(api.limits.liftLimit.mutationOptions());
  const lift = async ({ limit, who }: CountedLimit) => {
    try {
      await lifting.mutateAsync({ limit, who });
      showToast({ title: t("admin-limits.lifted"), kind: "success", place: "limits" });
    } catch (error) {
      if (apiErrorCode(error) === "not_found") {
        showToast({ title: t("admin-limits.alreadyEnded"), kind: "info", place: "limits" });
      } else {
        const description = apiErrorMessage(error, t("toasts.unexpected.description"));
        showToast({
          title: t("admin-limits.notLifted"),
          description,
          kind: "destructive",
          place: "limits",
        });
      }
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.limits.listLimits.key() });
    }
  };
  return { lift, liftingKey: lifting.isPending ? limitKey(lifting.variables) : null };
}
