import type { Language } from "#platform/rules/language.ts";

export type EmailItem = {
  readonly title: string;
  /** Absolute, http or https. */
  readonly url: string;
  readonly details: readonly string[];
  /** Key in the file store of a thumbnail that stands beside it; null without one. */
  readonly photoKey: string | null;
};

/** A small JPEG that is sent with an email; its HTML refers to it by `contentId`. */
export type EmailPhoto = {
  readonly key: string;
  readonly contentId: string;
  readonly bytes: Uint8Array;
};

export type EmailFact = { readonly label: string; readonly value: string };

/** What an email says. All text is plain: nothing in it is read as markup. */
export type EmailText = {
  readonly subject: string;
  /** Shown after the subject in lists of emails. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly EmailFact[];
  /** Things that the email is about, such as parcels. */
  readonly items?: readonly EmailItem[];
  /** `url` is absolute, http or https. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Smaller text below the button. */
  readonly notes?: readonly string[];
};

/** An email before it is rendered, in one language. */
export type EmailContent = EmailText & {
  readonly language: Language;
  /** Where the reader turns such emails off without signing in; null where that is not possible. */
  readonly unsubscribeUrl?: string | undefined;
};

/** Shown in the header and footer of every email. */
export type EmailSender = {
  readonly brandName: string;
  readonly siteUrl: string;
  readonly supportEmail: string | null;
};

export type RenderedEmail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};
