import { isMessage, loadMessages, t } from "#ui/web/i18n/messages.tsx";

// The messages of all errors, which otherwise the server alone writes.
await loadMessages({
  en: async () => (await import("./error-messages-en.ts")).files,
  "zh-Hant-HK": async () => (await import("./error-messages-zh-hant-hk.ts")).files,
  "zh-Hans": async () => (await import("./error-messages-zh-hans.ts")).files,
});

/** `packageQuota` as `Package quota`, for fields that have no label. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `wallet.adjustWallet` as `Adjust wallet`; of an operation that is no more, its name. */
export function actionLabel(action: string): string {
  const id = `admin-audit.actions.${action.split(".").at(-1) ?? action}`;
  return isMessage(id) ? t(id) : action;
}

/** The message that was shown for an error code. */
export function shownMessage(code: string): string {
  const id = `errors.${code}`;
  return isMessage(id) ? t(id) : code;
}
