import type english from "#messages/en/parcel-claims.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/parcel-claims.json", { query: "?lingui" }),
);
