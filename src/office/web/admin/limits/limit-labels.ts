import { placeOf } from "#platform/rules/counted-account.ts";
import { isMessage, t } from "./messages.ts";

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
