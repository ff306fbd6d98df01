import { i18n } from "@lingui/core";

/** The words of a toast; some have a title alone. */
export type ToastText = { readonly title: string; readonly description?: string };

/** The toasts whose words are among the sentences `Id`. */
type ToastName<Id extends string> = Id extends `toasts.${infer Name}.title` ? Name : never;

type TextOf<Id extends string, Name extends string> = `toasts.${Name}.description` extends Id
  ? Required<ToastText>
  : Pick<ToastText, "title">;

/** The words of a toast that the specification words, in the language of the document. */
export type ToastTexts<Id extends string> = <Name extends ToastName<Id>>(
  name: Name,
) => TextOf<Id, Name>;

export function toastText(name: string): ToastText {
  const title = i18n._(`toasts.${name}.title`);
  const description = `toasts.${name}.description`;
  return description in i18n.messages ? { title, description: i18n._(description) } : { title };
}
