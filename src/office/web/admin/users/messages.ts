import type english from "#messages/en/admin-users.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText, toastText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-users.json", { query: "?lingui" }),
);
