import type english from "#messages/en/wallet.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText, toastText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/wallet.json", { query: "?lingui" }),
);
