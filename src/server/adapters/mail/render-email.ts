// Turns a letter's words into HTML that mail programs agree on, and into plain text that says the same.
import type { EmailContent, EmailSender, RenderedEmail } from "./email-content.ts";
import { emailAsMjml } from "./email-layout.ts";

/** Loaded with the first letter: the compiler is too heavy to hold up the server's start. */
const loadCompiler = async () => (await import("mjml")).default;

/**
 * Renders `content` in the frame of `sender`. Control characters are dropped from the subject and all
 * text is escaped. Throws a TypeError when a link is not an absolute http or https address.
 */
export async function renderEmail(
  content: EmailContent,
  sender: EmailSender,
): Promise<RenderedEmail> {
  for (const url of [content.button?.url, sender.siteUrl]) {
    if (url !== undefined) checkLink(url);
  }
  const compile = await loadCompiler();
  const { html, errors } = await compile(emailAsMjml(content, sender), {
    validationLevel: "soft",
    keepComments: false,
    ignoreIncludes: true,
    fonts: {},
  });
  const [error] = errors;
  if (error) throw new Error(`The letter's frame is not valid: ${error.formattedMessage}`);
  return { subject: oneLine(content.subject), text: emailAsText(content, sender), html };
}

function emailAsText(content: EmailContent, sender: EmailSender): string {
  const blocks = [
    content.heading,
    ...content.paragraphs,
    (content.facts ?? []).map(({ label, value }) => `${label}: ${value}`).join("\n"),
    content.button ? `${content.button.label}:\n${content.button.url}` : "",
    ...(content.notes ?? []),
    [`-- `, sender.brandName, sender.siteUrl, sender.supportEmail ?? ""].filter(Boolean).join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function checkLink(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  if (protocol !== "https:" && protocol !== "http:") {
    throw new TypeError("A letter's link must be an absolute http or https address.");
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
