import { useState } from "react";
import { addressIn } from "#platform/rules/page-addresses.ts";
import { languageCookieText, type Language } from "#platform/rules/language.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#office/web/api.ts";
import { useSession } from "#ui/web/session.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { documentLoader } from "./document-loader.ts";
import { t } from "./messages.ts";

/** Has this browser get its pages in `language` from now on. */
export function rememberLanguage(language: Language): void {
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
