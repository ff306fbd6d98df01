import type english from "#messages/en/package-share.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/package-share.json", { query: "?lingui" }),
);
