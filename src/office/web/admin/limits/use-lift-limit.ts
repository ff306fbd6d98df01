import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CountedLimit } from "#platform/contract/limits.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#office/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { isMessage, t } from "#ui/web/i18n/messages.tsx";
import { placeOf } from "#platform/rules/counted-account.ts";

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

/** The label of a limit, or its own name when it is unknown. */
export function limitLabel(limit: string): string {
  const id = `admin-limits.name.${limit}`;
  return isMessage(id) ? t(id) : limit;
}

/** The network, device or session of an account that a limit counts; null when it counts the account everywhere. */
export function placeLabel(who: string): string | null {
  const place = placeOf(who);
  if (place === null) return null;
  const [, kind, id = ""] = /^(device|session)-(.*)$/.exec(place) ?? [];
  if (kind === "device") return t("admin-limits.knownDevice", { id });
  return kind === "session" ? t("admin-limits.session", { id }) : place;
}
