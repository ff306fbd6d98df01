import type english from "#messages/en/address.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/address.json", { query: "?lingui" }),
);
