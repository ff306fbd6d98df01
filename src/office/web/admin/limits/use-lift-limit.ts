import type { CountedLimit } from "#platform/contract/limits.ts";
import { placeOf } from "#platform/rules/counted-account.ts";
import { useApi } from "#office/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { isMessage, t } from "#ui/web/i18n/messages.tsx";

/** A key unique to each counted limit. */
export function limitKey({ limit, who }: Pick<CountedLimit, "limit" | "who">): string {
  return `${limit}:${who}`;
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

export function useLiftLimit() {
  return useAction(useApi().limits.liftLimit.mutationOptions(), {
    done: () => ({ title: t("admin-limits.lifted") }),
    failed: () => t("admin-limits.notLifted"),
    failures: { not_found: () => ({ title: t("admin-limits.alreadyEnded"), kind: "info" }) },
  });
}
