import type english from "#messages/en/layout.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText, toastText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/layout.json", { query: "?lingui" }),
);

/** The id of a sentence, for tables that are translated where they are shown. */
export type MessageId = Parameters<typeof t>[0];
