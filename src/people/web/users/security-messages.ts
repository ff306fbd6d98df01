import type english from "#messages/en/security.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText, toastText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/security.json", { query: "?lingui" }),
);
