import type { MessageFile } from "#ui/web/i18n/messages.tsx";

export const files = import.meta.glob<MessageFile>("/src/*/messages/staff.zh-Hans.json", {
  query: "?lingui",
  eager: true,
});
