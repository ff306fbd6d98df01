import type packages from "#messages/en/packages.json";
import type parcels from "#messages/en/parcels.json";
import type packageParcels from "#messages/en/package-parcels.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t } = await loadMessages<typeof packages & typeof parcels & typeof packageParcels>(
  import.meta.glob<MessageFile>("/src/messages/*/{packages,parcels,package-parcels}.json", {
    query: "?lingui",
  }),
);
