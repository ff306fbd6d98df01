import { loadMessages } from "#ui/web/i18n/messages.tsx";

await loadMessages({
  en: async () => (await import("./common-en.ts")).files,
  "zh-Hant-HK": async () => (await import("./common-zh-hant-hk.ts")).files,
  "zh-Hans": async () => (await import("./common-zh-hans.ts")).files,
});
