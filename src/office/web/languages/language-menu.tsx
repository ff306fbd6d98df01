import Languages from "lucide-react/icons/languages";
import type { SubmitEvent } from "react";
import { isLanguage, languageNames, languages } from "#platform/rules/language.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { useLanguageChoice } from "./choose-language.ts";
import classes from "./languages.module.css";

/** Chooses the language, through the application where it runs and by submitting the form where it does not. */
export function LanguageMenu(props: { opensUpwards?: boolean }) {
  const { choose, isChoosing } = useLanguageChoice();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const chosen = submitter instanceof HTMLButtonElement ? submitter.value : null;
    if (isLanguage(chosen)) void choose(chosen);
  };
  return (
    <details className={classes["menu"]} data-menu>
      <summary aria-label={t("languages.choose")}>
        <Languages size={18} aria-hidden="true" />
      </summary>
      <form
        method="post"
        action="/language"
        className={classes["menuSheet"]}
        data-upwards={props.opensUpwards}
        onSubmit={onSubmit}
      >
        {languages.map((language) => (
          <button
            key={language}
            type="submit"
            name="language"
            value={language}
            lang={language}
            aria-current={language === documentLanguage() ? "true" : undefined}
            disabled={isChoosing}
          >
            {languageNames[language]}
          </button>
        ))}
      </form>
    </details>
  );
}
