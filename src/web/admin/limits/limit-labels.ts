import { isMessage, t } from "./messages.ts";

/** The label of a limit, or its own name when it is unknown. */
export function limitLabel(limit: string): string {
  const id = `admin-limits.name.${limit}`;
  return isMessage(id) ? t(id) : limit;
}
