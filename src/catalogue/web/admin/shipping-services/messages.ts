import type english from "#messages/en/admin-services.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-services.json", { query: "?lingui" }),
);
