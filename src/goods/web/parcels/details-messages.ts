import type parcels from "#messages/en/parcels.json";
import type details from "#messages/en/parcel-details.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof parcels & typeof details>(
  import.meta.glob<MessageFile>("/src/messages/*/{parcels,parcel-details}.json", {
    query: "?lingui",
  }),
);
