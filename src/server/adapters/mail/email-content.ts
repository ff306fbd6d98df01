import type { Language } from "#core/language.ts";

/** What an email says. All text is plain: nothing in it is read as markup. */
export type EmailText = {
  readonly subject: string;
  /** Shown after the subject in lists of emails. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  /** `url` is absolute, http or https. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Smaller text below the button. */
  readonly notes?: readonly string[];
};

/** An email before it is rendered, in one language. */
export type EmailContent = EmailText & { readonly language: Language };

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
