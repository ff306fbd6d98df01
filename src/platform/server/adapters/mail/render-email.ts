import { localizedPath } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";
import type { EmailContent, EmailSender, RenderedEmail, EmailPhoto } from "./email-content.ts";
import { compileEmail } from "./email-compiler.ts";
import { emailAsMjml } from "./email-layout.ts";

/**
 * Renders `content` as HTML and as equivalent plain text. Control characters in the subject are replaced with spaces and
 * all text is escaped. Throws a TypeError when a link is not an absolute http or https URL.
 */
export async function renderEmail(
  content: EmailContent,
  sender: EmailSender,
  photos: readonly EmailPhoto[] = [],
): Promise<RenderedEmail> {
  const items = content.items ?? [];
  const { unsubscribeUrl = null } = content;
  const links = [
    content.button?.url,
    unsubscribeUrl,
    sender.siteUrl,
    ...items.map(({ url }) => url),
  ];
  for (const url of links) if (url !== undefined && url !== null) checkLink(url);
  const { html, errors } = await compileEmail(emailAsMjml(content, sender, photos));
  const [error] = errors;
  if (error !== undefined) throw new Error(`The email's MJML is not valid: ${error}`);
  return { subject: oneLine(content.subject), text: emailAsText(content, sender), html };
}

function emailAsText(content: EmailContent, sender: EmailSender): string {
  const { language, facts = [], items = [], button, notes = [] } = content;
  const blocks = [
    content.heading,
    ...content.paragraphs,
    facts.map((fact) => translate(language, "emails.layout.fact", fact)).join("\n"),
    ...items.map(({ title, details, url }) => [title, ...details, url].join("\n")),
    button ? `${translate(language, "emails.layout.button", button)}\n${button.url}` : "",
    ...notes,
    emailFooter(content, sender),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function emailFooter(
  { language, unsubscribeUrl = null }: EmailContent,
  { brandName, siteUrl, supportEmail }: EmailSender,
): string {
  const policies = (["terms", "privacy"] as const).map((name) =>
    translate(language, "emails.layout.fact", {
      label: translate(language, `emails.layout.${name}`),
      value: `${siteUrl}${localizedPath(language, `/${name}`)}`,
    }),
  );
  return [
    `-- `,
    brandName,
    siteUrl,
    ...(supportEmail === null ? [] : [supportEmail]),
    ...policies,
    ...(unsubscribeUrl === null
      ? []
      : [
          translate(language, "emails.layout.fact", {
            label: translate(language, "emails.layout.unsubscribe"),
            value: unsubscribeUrl,
          }),
        ]),
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
