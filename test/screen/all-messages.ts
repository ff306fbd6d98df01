import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

// The pages of routes load the bundles of their readers; tests show pages and parts without routes.
await loadMessages(import.meta.glob<MessageFile>("/src/*/messages/*.json", { query: "?lingui" }));
