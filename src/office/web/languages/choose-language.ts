import { useState, useEffect } from "react";
import { addressIn } from "#platform/rules/page-addresses.ts";
import { languageCookieText, type Language } from "#platform/rules/language.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#office/web/api.ts";
import { useSession } from "#ui/web/session.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { documentLoader } from "./document-loader.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { brandSlug } from "#platform/rules/brand.ts";
import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";

/** Has this browser get its pages in `language` from now on. */
function rememberLanguage(language: Language): void {
  document.cookie = languageCookieText(language, window.location.protocol === "https:");
}

/** Loads the page at hand again, in the language that was remembered. */
function loadIn(language: Language): void {
  const { pathname, search } = window.location;
  const address = addressIn(language, pathname);
  if (address === pathname) documentLoader.loadAgain();
  else documentLoader.open(address + search);
}

/** Stores the language of a signed-in user and of the browser, and loads the page again in it. */
export function useLanguageChoice() {
  const client = useApiClient();
  const { person } = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const choose = async (language: Language) => {
    setChoosing(true);
    try {
      if (person !== null) await client.users.chooseLanguage({ language });
      rememberLanguage(language);
      loadIn(language);
    } catch (error) {
      showToast({
        title: apiErrorMessage(error, t("languages.notSaved")),
        kind: "destructive",
        place: "language",
      });
      setChoosing(false);
    }
  };
  return { choose, isChoosing };
}

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
