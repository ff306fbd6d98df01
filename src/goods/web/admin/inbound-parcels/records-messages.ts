import type parcels from "#messages/en/admin-inbound-parcels.json";
import type records from "#messages/en/receiving-records.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof parcels & typeof records>(
  import.meta.glob<MessageFile>("/src/messages/*/{admin-inbound-parcels,receiving-records}.json", {
    query: "?lingui",
  }),
);
