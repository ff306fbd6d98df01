// Sentences in the language of the document, from the bundles in `src/*/messages`.
import { i18n, type Messages } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ReactElement } from "react";
import {
  defaultLanguage,
  isLanguage,
  languages,
  localizedPath,
  type Language,
} from "#platform/rules/language.ts";
import type { MessageId } from "#platform/rules/messages.ts";

export type MessageFile = { messages: Messages };

/** The compiled messages of a bundle in a language, by path, such as `/src/money/messages/customer.zh-Hans.json`. */
type LoadFiles = () => Promise<Readonly<Record<string, MessageFile>>>;

/** Values of the placeholders of a sentence. */
type Values = Readonly<Record<string, unknown>>;

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

/**
 * Loads a bundle of messages in the language of the document; for prerendering in all languages. What all modules have
 * of it in a language is one module of the build, because a file for each would be a request for each.
 */
export async function loadMessages(bundle: Readonly<Record<Language, LoadFiles>>): Promise<void> {
  const wanted = import.meta.env.SSR ? languages : [documentLanguage()];
  for (const language of wanted) {
    const files = await bundle[language]();
    for (const { messages } of Object.values(files)) i18n.load(language, messages);
  }
  if (!import.meta.env.SSR) i18n.activate(documentLanguage());
}

/**
 * The sentence `id`, which is in a bundle that the route or its layout loads. Like every function that writes sentences it
 * is called while a page is rendered or used, and not while a module loads, when no page has a language yet.
 */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values === undefined ? undefined : { ...values });
}

/** The sentence `id` as an element, with its tags such as `<link>` as `components`. */
export function RichText(props: {
  id: MessageId;
  values?: Values;
  components?: Readonly<Record<string, ReactElement>>;
}) {
  // A text that changes is drawn anew as a whole: beside its tags React could not change it under page translation.
  return (
    <span key={t(props.id, props.values)}>
      <TransNoContext {...props} lingui={{ i18n }} />
    </span>
  );
}

/** Whether `id`, which was put together, is among the loaded sentences. */
export function isMessage(id: string): id is MessageId {
  return id in i18n.messages;
}

/** The words of a toast; some have a title alone. */
export type ToastText = { readonly title: string; readonly description?: string };

type ToastName = MessageId extends infer Id
  ? Id extends `toasts.${infer Name}.title`
    ? Name
    : never
  : never;

type ToastTextOf<Name extends string> = `toasts.${Name}.description` extends MessageId
  ? Required<ToastText>
  : Pick<ToastText, "title">;

/** The words of a toast that the specification words, in the language of the document. */
export function toastText<Name extends ToastName>(name: Name): ToastTextOf<Name>;
export function toastText(name: string): ToastText {
  const title = i18n._(`toasts.${name}.title`);
  const description = `toasts.${name}.description`;
  return description in i18n.messages ? { title, description: i18n._(description) } : { title };
}
