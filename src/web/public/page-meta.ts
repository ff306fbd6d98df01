import { brandName } from "#core/brand.ts";
import { t } from "./messages.ts";

/**
 * The title, description and link-preview tags of a public page. Previews need absolute addresses, so the server
 * replaces `%PUBLIC_URL%`.
 */
export function pageMeta(page: { title: string; description: string; path: string }) {
  const title = `${page.title} · ${brandName}`;
  const address = `%PUBLIC_URL%${page.path}`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brandName },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:image", content: "%PUBLIC_URL%/social-card.png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: t("public.shareImage", { brand: brandName }) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
