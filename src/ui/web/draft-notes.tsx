import { longestStoredText } from "./drafts.ts";
import { readerLocale } from "./figures.tsx";
import { FormAlert } from "./form.tsx";
import { useUnloadWarning } from "./leave-warning.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Says that a draft has no text of this length, and makes the browser ask before it is lost. Otherwise renders nothing. */
export function TooLongToKeep({ text }: { text: string }) {
  const isTooLong = text.length > longestStoredText;
  useUnloadWarning(isTooLong);
  if (!isTooLong) return null;
  const maximum = longestStoredText.toLocaleString(readerLocale());
  return <FormAlert kind="info" message={t("drafts.textTooLong", { maximum })} />;
}

/** Names the files that were chosen before the page was loaded again. Renders nothing for none. */
export function ChooseAgain({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(readerLocale()).format(names);
  return <FormAlert kind="info" message={t("drafts.chooseAgain", { names: list })} />;
}
