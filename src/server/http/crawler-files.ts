import { sendable, type Sendable } from "./client-files.ts";

/** Areas without public pages. */
const privateAreas = ["/admin/", "/api/", "/auth/", "/dashboard/", "/sandbox/"];

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

function sitemap(publicUrl: string, addresses: readonly string[]): string {
  const entries = addresses.map(
    (address) => `<url><loc>${escapeXml(publicUrl + address)}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
}

/** `/robots.txt` and `/sitemap.xml` by path. `addresses` are the paths of the public pages. */
export function crawlerFiles(
  publicUrl: string,
  addresses: readonly string[],
): ReadonlyMap<string, Sendable> {
  const inOrder = addresses.toSorted();
  return new Map([
    ["/robots.txt", sendable(Buffer.from(robots(publicUrl)), "text/plain; charset=utf-8")],
    ["/sitemap.xml", sendable(Buffer.from(sitemap(publicUrl, inOrder)), "application/xml")],
  ]);
}
