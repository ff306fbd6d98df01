import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

await loadMessages(
  import.meta.glob<MessageFile>("/src/*/messages/public.*.json", { query: "?lingui" }),
);
