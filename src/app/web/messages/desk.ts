import { loadMessages } from "#ui/web/i18n/messages.tsx";

await loadMessages({
  en: async () => (await import("./desk-en.ts")).files,
  "zh-Hant-HK": async () => (await import("./desk-zh-hant-hk.ts")).files,
  "zh-Hans": async () => (await import("./desk-zh-hans.ts")).files,
});
