// The parts a letter can have, before it becomes HTML and plain text.

/** A letter's words. Everything is plain text; nothing in it is read as markup. */
export type EmailContent = {
  readonly subject: string;
  /** What mail programs show behind the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  /** `url` is absolute, http or https. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Quieter sentences below the button. */
  readonly notes?: readonly string[];
};

/** Who sends: shown around every letter. */
export type EmailSender = {
  readonly brandName: string;
  readonly siteUrl: string;
  readonly supportEmail: string | null;
};

/** A letter as it is sent. */
export type RenderedEmail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};
