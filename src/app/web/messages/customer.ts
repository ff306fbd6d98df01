import { loadMessages } from "#ui/web/i18n/messages.tsx";

await loadMessages({
  en: async () => (await import("./customer-en.ts")).files,
  "zh-Hant-HK": async () => (await import("./customer-zh-hant-hk.ts")).files,
  "zh-Hans": async () => (await import("./customer-zh-hans.ts")).files,
});
