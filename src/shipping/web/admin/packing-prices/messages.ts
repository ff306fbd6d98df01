import type english from "#messages/en/packing-prices.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/packing-prices.json", { query: "?lingui" }),
);
