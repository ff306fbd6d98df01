import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";

type LoadFile = () => Promise<MessageFile>;

async function all(files: Record<string, LoadFile>): Promise<Record<string, MessageFile>> {
  const loaded = Object.entries(files).map(async ([path, load]) => [path, await load()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** In the browser of the screen tests, every bundle of messages is there. */
export async function loadAllMessages(): Promise<void> {
  await loadMessages({
    en: () => all(import.meta.glob<MessageFile>("/src/*/messages/*.en.json", { query: "?lingui" })),
    "zh-Hant-HK": () =>
      all(import.meta.glob<MessageFile>("/src/*/messages/*.zh-Hant-HK.json", { query: "?lingui" })),
    "zh-Hans": () =>
      all(import.meta.glob<MessageFile>("/src/*/messages/*.zh-Hans.json", { query: "?lingui" })),
  });
}

await loadAllMessages();
