// What this browser remembers of an account's first purchase. It is only a hint: everything that matters is read from the
// server, so that it needs no table.
import { brandSlug } from "#core/brand.ts";
import { isLanguage, type Language } from "#core/language.ts";

export type FirstStepsMemory = {
  readonly isCopied: boolean;
  /** Whether the steps are done or were hidden. */
  readonly isClosed: boolean;
  /** The language in which the address was shown last. */
  readonly language: Language | null;
};

const nothing: FirstStepsMemory = { isCopied: false, isClosed: false, language: null };

function keyOf(userId: string): string {
  return `${brandSlug}-first-steps:${userId}`;
}

/** Nothing is remembered where the browser blocks its storage. */
export function readFirstSteps(userId: string): FirstStepsMemory {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "{}");
    const { isCopied, isClosed, language } = stored as Partial<FirstStepsMemory>;
    return {
      isCopied: isCopied === true,
      isClosed: isClosed === true,
      language: isLanguage(language) ? language : null,
    };
  } catch {
    return nothing;
  }
}

export function writeFirstSteps(userId: string, memory: FirstStepsMemory): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(memory));
  } catch {
    // The steps are then shown again at the next visit.
  }
}
