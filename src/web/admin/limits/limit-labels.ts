import { i18n } from "@lingui/core";
import type english from "#messages/en/admin-limits.json";
import { t } from "./messages.ts";

function isMessage(id: string): id is keyof typeof english {
  return id in i18n.messages;
}

/** The label of a limit, or its own name when it is unknown. */
export function limitLabel(limit: string): string {
  const id = `admin-limits.name.${limit}`;
  return isMessage(id) ? t(id) : limit;
}
