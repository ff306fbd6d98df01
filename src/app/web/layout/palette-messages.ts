import type layout from "#messages/en/layout.json";
import type palette from "#messages/en/palette.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof layout & typeof palette>(
  import.meta.glob<MessageFile>("/src/messages/*/{layout,palette}.json", { query: "?lingui" }),
);

/** The id of a sentence, for tables that are translated where they are shown. */
export type MessageId = Parameters<typeof t>[0];
