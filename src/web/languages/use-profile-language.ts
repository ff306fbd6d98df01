import { useEffect } from "react";
import { brandSlug } from "#core/brand.ts";
import type { Language } from "#core/language.ts";
import { documentLanguage } from "#web/i18n/messages.tsx";
import { documentLoader } from "./document-loader.ts";
import { rememberLanguage } from "./choose-language.ts";

/** The key of the tab's storage under which the language is for which it has loaded the page again. */
const triedKey = `${brandSlug}-language`;

function wasTried(language: Language): boolean {
  try {
    return sessionStorage.getItem(triedKey) === language;
  } catch {
    // Without storage the page might be loaded for ever.
    return true;
  }
}

/**
 * Loads the page again in the language of the signed-in user where the document has another one, such as after signing in
 * on a new device. Only once, since a browser may not keep the cookie. Returns whether the page is about to be loaded.
 */
export function useProfileLanguage(language: Language | null): boolean {
  const isRight = language === null || language === documentLanguage();
  const isLoading = !isRight && !wasTried(language);
  useEffect(() => {
    if (!isLoading) return;
    sessionStorage.setItem(triedKey, language);
    rememberLanguage(language);
    documentLoader.loadAgain();
  }, [isLoading, language]);
  useEffect(() => {
    if (isRight && language !== null && wasTried(language)) {
      // So that a language that is chosen again later is loaded again.
      sessionStorage.removeItem(triedKey);
    }
  }, [isRight, language]);
  return isLoading;
}
