import { loadMessages } from "#ui/web/i18n/messages.tsx";

await loadMessages({
  en: async () => (await import("./staff-en.ts")).files,
  "zh-Hant-HK": async () => (await import("./staff-zh-hant-hk.ts")).files,
  "zh-Hans": async () => (await import("./staff-zh-hans.ts")).files,
});
