import { defaultLanguage, languages, localizedPath } from "#platform/rules/language.ts";
import { sendable, type Sendable } from "./client-files.ts";

/** Areas without public pages. */
const privateAreas = ["/a/", "/admin/", "/api/", "/auth/", "/dashboard/", "/sandbox/"];

/** The text of `/robots.txt`. `publicUrl` is the origin without a slash at its end. */
function robots(publicUrl: string): string {
  const lines = [
    "User-agent: *",
    ...privateAreas.map((area) => `Disallow: ${area}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  return `${lines.join("\n")}\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Each address names the same page in all languages. */
function sitemap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const alternates = [...languages, "x-default" as const].map((language) => {
      const address = localizedPath(language === "x-default" ? defaultLanguage : language, path);
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(publicUrl + address)}"/>`;
    });
    return languages.map((language) => {
      const address = localizedPath(language, path);
      return `<url><loc>${escapeXml(publicUrl + address)}</loc>${alternates.join("")}</url>`;
    });
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

/** `/robots.txt` and `/sitemap.xml` by path. `paths` are the English ones of the public pages. */
export function crawlerFiles(
  publicUrl: string,
  paths: readonly string[],
): ReadonlyMap<string, Sendable> {
  return new Map([
    ["/robots.txt", sendable(Buffer.from(robots(publicUrl)), "text/plain; charset=utf-8")],
    ["/sitemap.xml", sendable(Buffer.from(sitemap(publicUrl, paths)), "application/xml")],
  ]);
}
