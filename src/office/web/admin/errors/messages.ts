import type english from "#messages/en/admin-errors.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-errors.json", { query: "?lingui" }),
);
