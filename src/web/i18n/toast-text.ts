import type common from "#messages/en/common.json";
import { i18n } from "@lingui/core";
import { t } from "./messages.tsx";

type CommonId = keyof typeof common;

/** A toast that the specification words. */
export type ToastName = CommonId extends infer Id
  ? Id extends `toasts.${infer Name}.title`
    ? Name
    : never
  : never;

/** The words of a toast; some have a title alone. */
export type ToastText = { readonly title: string; readonly description?: string };

type TextOf<Name extends ToastName> = `toasts.${Name}.description` extends CommonId
  ? Required<ToastText>
  : Pick<ToastText, "title">;

/** The words of the toast `name` in the language of the document. */
export function toastText<Name extends ToastName>(name: Name): TextOf<Name> {
  const title = t(`toasts.${name}.title`);
  const description = `toasts.${name}.description`;
  const text: ToastText =
    description in i18n.messages ? { title, description: t(description as CommonId) } : { title };
  return text as TextOf<Name>;
}
