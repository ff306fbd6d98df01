import type english from "#messages/en/admin-inbound-parcels.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/admin-inbound-parcels.json", { query: "?lingui" }),
);
