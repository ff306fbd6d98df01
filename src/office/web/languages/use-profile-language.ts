import { useEffect, useState } from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import type { Language } from "#platform/rules/language.ts";
import { documentLanguage } from "#ui/web/i18n/messages.tsx";
import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";
import { documentLoader } from "./document-loader.ts";
import { rememberLanguage } from "./choose-language.ts";

/** The key of the tab's storage under which the language is for which it has loaded the page again. */
const triedKey = `${brandSlug}-language`;
const probeKey = `${triedKey}-probe`;

/** Whether the tab's storage keeps what is written. */
function keepsTexts(): boolean {
  const isKept = writeStored("session", probeKey, "kept");
  removeStored("session", probeKey);
  return isKept;
}

/**
 * Loads the page again in the language of the signed-in user where the document has another one, such as after signing in
 * on a new device. Only once, since a browser may not keep the cookie. Returns whether the page is about to be loaded.
 */
export function useProfileLanguage(language: Language | null): boolean {
  const isRight = language === null || language === documentLanguage();
  const wasTried = language !== null && readStored("session", triedKey) === language;
  // Without storage the page might be loaded for ever.
  const [hasStorage] = useState(keepsTexts);
  const isLoading = !isRight && !wasTried && hasStorage;
  useEffect(() => {
    if (!isLoading) return;
    writeStored("session", triedKey, language);
    rememberLanguage(language);
    documentLoader.loadAgain();
  }, [isLoading, language]);
  useEffect(() => {
    // So that a language that is chosen again later is loaded again.
    if (isRight && wasTried) removeStored("session", triedKey);
  }, [isRight, wasTried]);
  return isLoading;
}
