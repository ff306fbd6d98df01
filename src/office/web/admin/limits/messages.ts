import type english from "#messages/en/admin-limits.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { isMessage, t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-limits.json", { query: "?lingui" }),
);
