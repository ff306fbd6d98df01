import type { MessageFile } from "#ui/web/i18n/messages.tsx";

export const files = import.meta.glob<MessageFile>("/src/*/messages/common.en.json", {
  query: "?lingui",
  eager: true,
});
