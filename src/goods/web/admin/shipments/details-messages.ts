import type shipments from "#messages/en/admin-shipments.json";
import type details from "#messages/en/admin-shipment-details.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText, toastText } = await loadMessages<typeof shipments & typeof details>(
  import.meta.glob<MessageFile>("/src/messages/*/{admin-shipments,admin-shipment-details}.json", {
    query: "?lingui",
  }),
);
