import type english from "#messages/en/admin-audit.json";
import type errors from "#messages/en/errors.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { isMessage, t } = await loadMessages<typeof english & typeof errors>(
  import.meta.glob<MessageFile>("/src/messages/*/{admin-audit,errors}.json", { query: "?lingui" }),
);
