import type requests from "#messages/en/ship-requests.json";
import type summaries from "#messages/en/ship-request-summaries.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText } = await loadMessages<typeof requests & typeof summaries>(
  import.meta.glob<MessageFile>("/src/messages/*/{ship-requests,ship-request-summaries}.json", {
    query: "?lingui",
  }),
);
