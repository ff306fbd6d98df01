import type english from "#messages/en/admin-audit.json";
import type details from "#messages/en/admin-audit-details.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { isMessage, t } = await loadMessages<typeof english & typeof details>(
  import.meta.glob<MessageFile>("/src/messages/*/{admin-audit,admin-audit-details}.json", {
    query: "?lingui",
  }),
);
