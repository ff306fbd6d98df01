import type english from "#messages/en/admin-settings.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, toastText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-settings.json", { query: "?lingui" }),
);
