import type english from "#messages/en/labels.json";
import { loadMessages, type MessageFile } from "./messages.tsx";

/** The labels of codes; each module names its own. */
export const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/labels.json", { query: "?lingui" }),
);
