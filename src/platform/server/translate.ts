import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { languages, type Language } from "#platform/rules/language.ts";
import type { MessageId } from "#platform/rules/messages.ts";

/** The placeholders of a sentence. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** The sentences of all modules and bundles: the server writes some that screens have too. */
function readMessages(language: Language): Record<string, string> {
  const modules = join(import.meta.dirname, "../..");
  const files = globSync(`*/messages/*.${language}.json`, { cwd: modules });
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(modules, file), "utf8"))),
  );
}

const translators = Object.fromEntries(
  languages.map((language) => {
    const i18n = setupI18n({ locale: language, messages: { [language]: readMessages(language) } });
    return [language, i18n.setMessagesCompiler(compileMessage)];
  }),
) as Record<Language, ReturnType<typeof setupI18n>>;

/** The sentence `id` in `language`. */
export function translate(language: Language, id: MessageId, values: MessageValues = {}): string {
  return translators[language]._(id, values);
}

/** The sentence `id` for the language of a reader that is not known yet. */
export function sentence(id: MessageId, values?: MessageValues): (language: Language) => string {
  return (language) => translate(language, id, values);
}
