// Sentences in the language of the document, from the catalogues in src/messages.
import { i18n, type Messages } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ReactElement } from "react";
import type common from "#messages/en/common.json";
import {
  defaultLanguage,
  isLanguage,
  languages,
  localizedPath,
  type Language,
} from "#platform/rules/language.ts";
import { toastText, type ToastTexts } from "./toast-text.ts";

/** The compiled messages of an area, by path, such as `/src/messages/zh-Hans/wallet.json`. */
type MessageFiles = Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
export type MessageFile = { messages: Messages };

/** Values of the placeholders of a sentence. */
type Values = Readonly<Record<string, unknown>>;

type CommonId = keyof typeof common;

let prerenderedLanguage: Language | null = null;

/**
 * The language of the document. It never changes in the browser: choosing another one loads the document again, so
 * sentences need not be watched.
 */
export function documentLanguage(): Language {
  if (import.meta.env.SSR) return prerenderedLanguage ?? defaultLanguage;
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : defaultLanguage;
}

/** The address of a public page in the language of the document. */
export function publicPath(path: string): string {
  return localizedPath(documentLanguage(), path);
}

/** Sets the language of the page that is prerendered next. */
export function prerenderIn(language: Language): void {
  prerenderedLanguage = language;
  i18n.activate(language);
}

/** Loads messages in the language of the document; for prerendering in all languages. */
async function load(files: MessageFiles): Promise<void> {
  const wanted = import.meta.env.SSR ? languages : [documentLanguage()];
  for (const language of wanted) {
    const ownFiles = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
    if (ownFiles.length === 0) throw new Error(`There are no messages in ${language}.`);
    const loaded = await Promise.all(ownFiles.map(([, loadFile]) => loadFile()));
    for (const { messages } of loaded) i18n.load(language, messages);
  }
}

await load(import.meta.glob<MessageFile>("/src/messages/*/common.json", { query: "?lingui" }));
if (!import.meta.env.SSR) i18n.activate(documentLanguage());

function translate(id: string, values?: Values): string {
  return i18n._(id, values === undefined ? undefined : { ...values });
}

/**
 * A sentence that belongs to no area. Like every function that writes sentences it is called while a page is rendered or
 * used, and not while a module loads, when no page has a language yet.
 */
export const t: (id: CommonId, values?: Values) => string = translate;

type Catalogue<Id extends string> = {
  /** The sentence `id` of the area, or one that belongs to no area. */
  readonly t: (id: Id | CommonId, values?: Values) => string;
  /** The sentence `id` as an element, with its tags such as `<link>` as `components`. */
  readonly RichText: (props: {
    id: Id | CommonId;
    values?: Values;
    components?: Readonly<Record<string, ReactElement>>;
  }) => ReactElement | null;
  /** Whether `id`, which was put together, is among the loaded sentences. */
  readonly isMessage: (id: string) => id is Id | CommonId;
  /** The words of a toast of the area, or of one that belongs to no area. */
  readonly toastText: ToastTexts<Id | CommonId>;
};

function RichText(props: {
  id: string;
  values?: Values;
  components?: Readonly<Record<string, ReactElement>>;
}) {
  // A text that changes is drawn anew as a whole: beside its tags React could not change it under page translation.
  return (
    <span key={translate(props.id, props.values)}>
      <TransNoContext {...props} lingui={{ i18n }} />
    </span>
  );
}

/** Loads the sentences of an area. The type is that of its English file. */
export async function loadMessages<English extends Record<string, string>>(
  files: MessageFiles,
): Promise<Catalogue<keyof English & string>> {
  await load(files);
  const isMessage = (id: string): id is (keyof English & string) | CommonId => id in i18n.messages;
  return {
    t: translate,
    RichText,
    isMessage,
    toastText: toastText as Catalogue<string>["toastText"],
  };
}
