import { localizedPath } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";
import type {
  EmailContent,
  EmailSender,
  RenderedEmail,
  EmailPhoto,
  EmailItem,
} from "./email-content.ts";
import { compileEmail } from "./email-compiler.ts";

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
  const { unsubscribeUrl } = content;
  const links = [
    content.button?.url,
    unsubscribeUrl,
    sender.siteUrl,
    ...items.map(({ url }) => url),
  ];
  for (const url of links) if (url !== undefined) checkLink(url);
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
  { language, unsubscribeUrl }: EmailContent,
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
    ...(unsubscribeUrl === undefined
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

const colors = {
  primary: "#0f2a3d",
  body: "#22394a",
  muted: "#566b7a",
  link: "#14637f",
  accent: "#c4361f",
  card: "#ffffff",
  background: "#edf2f4",
  border: "#d8e1e6",
};

const fontFamily =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

// Keeps Chinese words whole, which may otherwise break after any character.
const wholeWords = "word-break:keep-all;overflow-wrap:anywhere";

// Mail programs without support for dark mode show the light colors.
const darkStyles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .background, .background > [role="article"] { background: #0b1a25 !important; }
    .card, .card > table { background: #132838 !important; }
    .heading div, .heading h1 { color: #f2f6f8 !important; }
    .body div, .fact td { color: #d3dee5 !important; }
    .muted div, .fact .label { color: #9db2c0 !important; }
    .muted a { color: #7cc4de !important; }
    .fact td { border-color: #29414f !important; }
    .item td { color: #d3dee5 !important; border-color: #29414f !important; }
    .item a { color: #7cc4de !important; }
  }
`;

/** The email as MJML, with all text escaped. */
function emailAsMjml(
  content: EmailContent,
  sender: EmailSender,
  photos: readonly EmailPhoto[],
): string {
  const { language } = content;
  const buttonFallback = translate(language, "emails.layout.buttonFallback");
  return `
<mjml lang="${language}" dir="ltr">
  <mj-head>
    <mj-title>${escape(content.subject)}</mj-title>
    <mj-preview>${escape(content.preview)}</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark"></mj-raw>
    <mj-raw><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-attributes>
      <mj-all font-family="${fontFamily}" />
      <mj-text font-size="16px" line-height="1.6" color="${colors.body}" padding="0 0 16px" />
    </mj-attributes>
    <mj-style>${darkStyles}</mj-style>
  </mj-head>
  <mj-body background-color="${colors.background}" css-class="background" width="560px">
    ${header(sender)}
    <mj-section css-class="card" background-color="${colors.card}" padding="36px 28px 24px" border-radius="0 0 12px 12px">
      <mj-column>
        <mj-text css-class="heading" padding="0 0 20px"><h1 style="${wholeWords};margin:0;font-size:24px;line-height:1.3;font-weight:650;letter-spacing:-0.01em;color:${colors.primary}">${escape(content.heading)}</h1></mj-text>
        ${content.paragraphs.map((paragraph) => `<mj-text css-class="body">${escape(paragraph)}</mj-text>`).join("\n")}
        ${factTable(content.facts ?? [])}
        ${itemTable(content.items ?? [], photos)}
        ${content.button ? button(content.button) : ""}
        ${(content.notes ?? []).map((note) => mutedText(escape(note))).join("\n")}
        ${content.button ? mutedText(`${escape(buttonFallback)}<br>${link(content.button.url)}`) : ""}
      </mj-column>
    </mj-section>
    ${footer(content, sender)}
  </mj-body>
</mjml>`;
}

function header({ brandName }: EmailSender): string {
  const logoStyle = `display:inline-block;width:30px;height:30px;line-height:30px;border-radius:6px;background:${colors.accent};text-align:center;font-size:17px;font-weight:700;color:#ffffff`;
  return `
    <mj-section padding="28px 0 0"><mj-column><mj-text padding="0" font-size="1px" line-height="1px">&nbsp;</mj-text></mj-column></mj-section>
    <mj-section background-color="${colors.primary}" padding="20px 28px" border-radius="12px 12px 0 0">
      <mj-column>
        <mj-text padding="0" color="#ffffff" font-size="20px" font-weight="650" line-height="30px"><span style="${logoStyle}" aria-hidden="true">${escape(brandName.slice(0, 1))}</span>&nbsp;&nbsp;${escape(brandName)}</mj-text>
      </mj-column>
    </mj-section>`;
}

function factTable(facts: NonNullable<EmailContent["facts"]>): string {
  if (facts.length === 0) return "";
  const cellStyle = `padding:10px 0;border-top:1px solid ${colors.border}`;
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="label" style="${cellStyle};padding-right:16px;color:${colors.muted};word-break:keep-all;overflow-wrap:normal">${escape(label)}</td><td style="${cellStyle};${wholeWords};text-align:right;font-weight:600;font-variant-numeric:tabular-nums">${escape(value)}</td></tr>`,
  );
  return `<mj-table css-class="fact" padding="4px 0 24px" font-size="16px" line-height="1.4" color="${colors.primary}">${rows.join("")}</mj-table>`;
}

function itemTable(items: readonly EmailItem[], photos: readonly EmailPhoto[]): string {
  if (items.length === 0) return "";
  const cellStyle = `padding:14px 0;border-top:1px solid ${colors.border};vertical-align:top`;
  const rows = items.map(({ title, url, details, photoKey }) => {
    const photo = photos.find(({ key }) => key === photoKey);
    const picture =
      photo === undefined
        ? ""
        : `<td width="96" style="${cellStyle};padding-right:16px;width:96px"><img src="cid:${photo.contentId}" alt="" width="96" height="96" style="display:block;width:96px;height:96px;border-radius:6px"></td>`;
    const lines = details.map((detail) => `<br>${escape(detail)}`).join("");
    return `<tr>${picture}<td${photo === undefined ? ' colspan="2"' : ""} style="${cellStyle};${wholeWords}"><strong>${link(url, title)}</strong>${lines}</td></tr>`;
  });
  return `<mj-table css-class="item" padding="4px 0 24px" font-size="16px" line-height="1.5" color="${colors.body}">${rows.join("")}</mj-table>`;
}

function button({ label, url }: NonNullable<EmailContent["button"]>): string {
  return `<mj-button href="${escape(url)}" align="left" background-color="${colors.accent}" color="#ffffff" border-radius="8px" font-size="16px" font-weight="600" inner-padding="13px 26px" padding="8px 0 26px">${escape(label)}</mj-button>`;
}

function mutedText(html: string): string {
  return `<mj-text css-class="muted" font-size="14px" color="${colors.muted}" padding="0 0 12px">${html}</mj-text>`;
}

function footer(
  { language, unsubscribeUrl }: EmailContent,
  { brandName, siteUrl, supportEmail }: EmailSender,
): string {
  const unsubscribe = unsubscribeUrl
    ? `<br>${link(unsubscribeUrl, translate(language, "emails.layout.unsubscribe"))}`
    : "";
  const address = supportEmail && link(`mailto:${supportEmail}`, supportEmail);
  const support = address && `<br>${translate(language, "emails.layout.questions", { address })}`;
  const terms = link(
    `${siteUrl}${localizedPath(language, "/terms")}`,
    translate(language, "emails.layout.terms"),
  );
  const privacy = link(
    `${siteUrl}${localizedPath(language, "/privacy")}`,
    translate(language, "emails.layout.privacy"),
  );
  return `
    <mj-section padding="20px 28px 40px">
      <mj-column>
        <mj-text css-class="muted" align="center" font-size="13px" color="${colors.muted}" padding="0">${escape(brandName)} · ${link(siteUrl)}${support ?? ""}<br>${terms} · ${privacy}${unsubscribe}</mj-text>
      </mj-column>
    </mj-section>`;
}

function link(url: string, label = url): string {
  return `<a href="${escape(url)}" style="color:${colors.link};word-break:break-word">${escape(label)}</a>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
