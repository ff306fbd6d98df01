import type packages from "#messages/en/packages.json";
import type details from "#messages/en/package-details.json";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

export const { t, RichText, toastText } = await loadMessages<typeof packages & typeof details>(
  import.meta.glob<MessageFile>("/src/messages/*/{packages,package-details}.json", {
    query: "?lingui",
  }),
);
