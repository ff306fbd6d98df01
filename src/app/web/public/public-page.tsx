import { brandName } from "#platform/rules/brand.ts";
import {
  defaultLanguage,
  languages,
  localizedPath,
  type Language,
} from "#platform/rules/language.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { warehouseMarks } from "#catalogue/rules/warehouse.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import type { Elements } from "#ui/web/elements.ts";

/**
 * The title, description and link-preview tags of the public page whose English address is `path`, and its addresses in
 * all languages. Previews need absolute addresses, so the server replaces `%PUBLIC_URL%`.
 */
export function pageMeta(page: { title: string; description: string; path: string }) {
  const title = `${page.title} · ${brandName}`;
  const addressIn = (language: Language) => `%PUBLIC_URL%${localizedPath(language, page.path)}`;
  const address = addressIn(documentLanguage());
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: address },
    ...languages.map((language) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang: language,
      href: addressIn(language),
    })),
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: addressIn(defaultLanguage) },
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

/**
 * The children once a warehouse has been open, `otherwise` before. Public pages are prerendered with both, and the server
 * keeps what holds.
 */
export function WithWarehouse(props: { children: Elements; otherwise?: Elements }) {
  const hasWarehouse = useHasWarehouse();
  if (!import.meta.env.SSR) return hasWarehouse ? props.children : props.otherwise;
  /* oxlint-disable screens/lone-text -- the server takes the marks out before a browser reads the page */
  const { with: withMark, without, end } = warehouseMarks;
  return (
    <>
      {withMark}
      {props.children}
      {end}
      {without}
      {props.otherwise}
      {end}
    </>
  );
}
