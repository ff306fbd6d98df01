import { TextInput } from "@mantine/core";
import { languages, nameCharacters } from "#platform/rules/language.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { nameFields, type NameTexts } from "./names.ts";

/** The inputs of a name in each language, for a grid of other inputs. */
export function NameInputs({ form }: { form: AppForm<keyof NameTexts> }) {
  return languages.map((language) => (
    <TextInput
      key={language}
      {...form.field(nameFields[language])}
      label={t(`admin.name.${language}`)}
      lang={language}
      maxLength={nameCharacters}
      autoComplete="off"
      withAsterisk
    />
  ));
}
