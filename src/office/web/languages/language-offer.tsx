import X from "lucide-react/icons/x";
import { useLocation } from "react-router";
import {
  languageOffers,
  languages,
  localizedPath,
  splitLanguagePath,
} from "#platform/rules/language.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import classes from "./languages.module.css";

/**
 * Offers a public page in the reader's language. Always in the document; the server's attribute `data-offer` shows the
 * link that fits the reader, and the document script dismisses it.
 */
export function LanguageOffer() {
  const { path } = splitLanguagePath(useLocation().pathname);
  const others = languages.filter((language) => language !== documentLanguage());
  return (
    <aside className={classes["offer"]} aria-label={t("languages.language")}>
      {others.map((language) => (
        <a
          key={language}
          href={localizedPath(language, path)}
          lang={language}
          hrefLang={language}
          className={classes["offerLink"]}
        >
          {languageOffers[language]}
        </a>
      ))}
      <button
        type="button"
        className={classes["dismiss"]}
        data-dismiss-offer
        aria-label={t("languages.dismissOffer")}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </aside>
  );
}
