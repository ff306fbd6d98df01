import type { EmailContent, EmailSender, RenderedEmail } from "./email-content.ts";
import { emailAsMjml } from "./email-layout.ts";

/** Loaded with the first email, since loading it would slow down the server's start. */
const loadCompiler = async () => (await import("mjml")).default;

/**
 * Renders `content` as HTML and as equivalent plain text. Control characters in the subject are replaced with spaces and
 * all text is escaped. Throws a TypeError when a link is not an absolute http or https URL.
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
  if (error) throw new Error(`The email's MJML is not valid: ${error.formattedMessage}`);
  return { subject: oneLine(content.subject), text: emailAsText(content, sender), html };
}

function emailAsText(content: EmailContent, sender: EmailSender): string {
  const blocks = [
    content.heading,
    ...content.paragraphs,
    (content.facts ?? []).map(({ label, value }) => `${label}: ${value}`).join("\n"),
    content.button ? `${content.button.label}:\n${content.button.url}` : "",
    ...(content.notes ?? []),
    emailFooter(sender),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function emailFooter({ brandName, siteUrl, supportEmail }: EmailSender): string {
  return [
    `-- `,
    brandName,
    siteUrl,
    ...(supportEmail === null ? [] : [supportEmail]),
    `Terms of Service: ${siteUrl}/terms`,
    `Privacy Policy: ${siteUrl}/privacy`,
  ].join("\n");
}

function checkLink(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  if (protocol !== "https:" && protocol !== "http:") {
    throw new TypeError("A link in an email must be an absolute http or https URL.");
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
