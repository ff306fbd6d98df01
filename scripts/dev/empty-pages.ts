// Pages without content for the API server in development: the server fills in the visitor's values, Vite renders the rest.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { languagePrefixes } from "#platform/rules/language.ts";
import { applicationPages } from "#platform/rules/page-addresses.ts";
import { signUpHeadingPlaces } from "#people/contract/sign-up-heading.ts";
import { keepWarehouseParts } from "#catalogue/rules/warehouse.ts";
import { contentPlaceholders } from "#app/server/content-pages/content-pages.ts";

/** The placeholders that the server replaces. */
const placeholders = [
  "%YEAR%",
  "%PUBLIC_URL%",
  ...Object.values(contentPlaceholders),
  ...Object.values(signUpHeadingPlaces),
];
const opening = '<template id="replaced">';
const emptyPage = `<html><head></head><body>${opening}${placeholders.join("\n")}</template></body></html>`;

type ManifestRoute = { id: string; parentId?: string; path?: string; module: string };

/** The routes in the format of the build's manifest. */
function manifestOf(routes: readonly RouteConfigEntry[], parentId?: string): ManifestRoute[] {
  return routes.flatMap(({ id, path, file, index, children = [] }, place) => {
    const ownId = `${parentId ?? ""}/${id ?? file}:${index === true ? "index" : place}`;
    const route: ManifestRoute = {
      id: ownId,
      module: "",
      ...(parentId !== undefined && { parentId }),
      ...(path !== undefined && { path }),
    };
    return [route, ...manifestOf(children, ownId)];
  });
}

/**
 * Writes into `folder` an empty page for each prerendered address, one for all others in each language, and the list of
 * routes.
 */
export function writeEmptyPages(
  folder: string,
  { routes, prerendered }: { routes: readonly RouteConfigEntry[]; prerendered: readonly string[] },
): void {
  const manifest = Object.fromEntries(manifestOf(routes).map((route) => [route.id, route]));
  const documents = [
    ...prerendered.map((path) => join(path, "index.html")),
    ...Object.values(languagePrefixes).flatMap((prefix) => [
      `${prefix}/__spa-fallback.html`,
      ...applicationPages.map((page) => join(prefix, page, "index.html")),
    ]),
  ];
  const files = {
    "assets/manifest-development.js": JSON.stringify({ routes: manifest }),
    ...Object.fromEntries(documents.map((path) => [path, emptyPage])),
  };
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Whether the server answered with one of these pages. */
export function isEmptyPage(html: string): boolean {
  return html.includes(opening);
}

/** `rendered` by Vite, with the values that the server wrote into the empty page. */
export function fillIn(rendered: string, empty: string): string {
  const tag = /<html\b[^>]*>/i;
  const attributes = [...(tag.exec(empty)?.[0] ?? "").matchAll(/\s(lang|data-[\w-]+)="([^"]*)"/g)];
  const page = rendered.replace(tag, (own) =>
    attributes.reduce(
      (text, [attribute, name]) =>
        text.replace(new RegExp(`\\s${name}="[^"]*"`), "").replace(/>$/, () => `${attribute}>`),
      own,
    ),
  );
  const start = empty.indexOf(opening) + opening.length;
  const values = empty.slice(start, empty.indexOf("</template>", start)).split("\n");
  const filled = placeholders.reduce(
    (text, placeholder, row) => text.replaceAll(placeholder, values[row] ?? placeholder),
    page,
  );
  const hasWarehouse = attributes.some(
    ([, name, value]) => name === "data-warehouse" && value === "yes",
  );
  return keepWarehouseParts(filled, hasWarehouse);
}
