// What this browser remembers of an account's first purchase. It is only a hint: everything that matters is read from the
// server, so that it needs no table.
import { brandSlug } from "#platform/rules/brand.ts";
import { readStoredJson, writeStored } from "#ui/web/storage.ts";
import { isLanguage, type Language } from "#platform/rules/language.ts";
import { useState } from "react";

type FirstStepsMemory = {
  readonly isCopied: boolean;
  /** Whether the steps are done or were hidden. */
  readonly isClosed: boolean;
  /** The language in which the address was shown last. */
  readonly language: Language | null;
};

function keyOf(userId: string): string {
  return `${brandSlug}-first-steps:${userId}`;
}

/** Nothing is remembered where the browser blocks its storage. */
function readFirstSteps(userId: string): FirstStepsMemory {
  const stored = readStoredJson("local", keyOf(userId)) ?? {};
  const { isCopied, isClosed, language } = stored as Partial<FirstStepsMemory>;
  return {
    isCopied: isCopied === true,
    isClosed: isClosed === true,
    language: isLanguage(language) ? language : null,
  };
}

/** Without storage the steps are shown again at the next visit. */
function writeFirstSteps(userId: string, memory: FirstStepsMemory): void {
  writeStored("local", keyOf(userId), JSON.stringify(memory));
}

/** What is remembered of the account's first purchase, and a function that changes it. */
export function useFirstSteps(userId: string) {
  const [memory, setMemory] = useState(() => readFirstSteps(userId));
  const remember = (change: Partial<FirstStepsMemory>) => {
    const next = { ...readFirstSteps(userId), ...change };
    writeFirstSteps(userId, next);
    setMemory(next);
  };
  return { memory, remember };
}
