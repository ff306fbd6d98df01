import { i18n } from "@lingui/core";
import type { ErrorCode } from "#contract/errors.ts";
import type english from "#messages/en/errors.json";
import { loadMessages, type MessageFile } from "./messages.tsx";

const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/errors.json", { query: "?lingui" }),
);

/** The message of the API error `code`, for screens that find the same mistake themselves. */
export function errorText(code: ErrorCode): string {
  return t(`errors.${code}`);
}

export function isErrorCode(code: string): code is ErrorCode {
  return `errors.${code}` in i18n.messages;
}
