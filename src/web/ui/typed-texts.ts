// Carries what was typed on a sign-in page over to the same page in another language. Passwords and codes are never stored.
import { brandSlug } from "#core/brand.ts";

const storageKey = `${brandSlug}-typed`;
const carriedFields: readonly string[] = ["email", "fullName"];

/** Stores the typed texts until a form takes them on this page, or the tab is closed. */
export function carryTypedTexts(): void {
  const inputs = document.querySelectorAll<HTMLInputElement>("form input[data-path]");
  const texts = [...inputs]
    .map(({ dataset, value }) => [dataset["path"] ?? "", value] as const)
    .filter(([name, value]) => carriedFields.includes(name) && value !== "");
  if (texts.length === 0) return;
  try {
    const carried = { path: location.pathname, texts: Object.fromEntries(texts) };
    sessionStorage.setItem(storageKey, JSON.stringify(carried));
  } catch {
    // Without storage the page is empty again, as it was before.
  }
}

/** The carried texts of this page, by field; they are returned once. */
export function takeTypedTexts(): Readonly<Record<string, string>> {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored === null) return {};
    sessionStorage.removeItem(storageKey);
    const { path, texts } = JSON.parse(stored) as { path: unknown; texts: Record<string, string> };
    return path === location.pathname ? texts : {};
  } catch {
    return {};
  }
}
