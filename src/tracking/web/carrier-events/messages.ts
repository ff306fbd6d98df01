import type english from "#messages/en/carrier-events.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/carrier-events.json", { query: "?lingui" }),
);
