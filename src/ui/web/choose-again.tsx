import { FormAlert } from "./form.tsx";
import { readerLocale } from "./figures.tsx";
import { t } from "./draft-messages.ts";

/** Names the files that were chosen before the page was loaded again. Renders nothing for none. */
export function ChooseAgain({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(readerLocale()).format(names);
  return <FormAlert kind="info" message={t("drafts.chooseAgain", { names: list })} />;
}
