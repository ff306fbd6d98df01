import type english from "#messages/en/admin-payments.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, toastText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-payments.json", { query: "?lingui" }),
);
