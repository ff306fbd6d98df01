import { loadMessages } from "#ui/web/i18n/messages.tsx";

await loadMessages({
  en: async () => (await import("./public-en.ts")).files,
  "zh-Hant-HK": async () => (await import("./public-zh-hant-hk.ts")).files,
  "zh-Hans": async () => (await import("./public-zh-hans.ts")).files,
});
