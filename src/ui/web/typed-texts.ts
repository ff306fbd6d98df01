// Takes what was typed on a sign-in page in another language, which the document's inline script has stored.
import { brandSlug } from "#platform/rules/brand.ts";
import { readStored, removeStored } from "./storage.ts";

export const typedTextsKey = `${brandSlug}-typed`;

/** The carried texts of this page, by field; they are returned once. */
export function takeTypedTexts(): Readonly<Record<string, string>> {
  try {
    const stored = readStored("session", typedTextsKey);
    if (stored === null) return {};
    removeStored("session", typedTextsKey);
    const { path, texts } = JSON.parse(stored) as { path: unknown; texts: Record<string, string> };
    return path === location.pathname ? texts : {};
  } catch {
    return {};
  }
}
