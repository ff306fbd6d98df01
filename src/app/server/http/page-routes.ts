import type { Language } from "#platform/rules/language.ts";
import * as z from "zod";
import { signUpHeading, signUpHeadingPlaces } from "#people/contract/sign-up-heading.ts";
import { parsePlanName } from "#catalogue/rules/plan.ts";
import { translate } from "#platform/server/translate.ts";

const manifestRoute = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  module: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const firstReads = z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()])));
const manifest = z.object({ routes: z.record(z.string(), manifestRoute) });
type ManifestRoute = z.infer<typeof manifestRoute>;

/**
 * A route of the browser application; `modules` are the scripts and `styles` the stylesheets that its page needs, and
 * `reads` the operations that it reads first, with their input.
 */
export type PageRoute = {
  readonly segments: readonly string[];
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  readonly reads: readonly (readonly [path: string, input: unknown])[];
};

/** The files of messages in `language` that `script` loads, as the build names them. */
export function messageFilesIn(script: string, language: Language): string[] {
  const names = script.matchAll(/messages\/([\w-]+)\/[\w-]+\.js\b/g);
  return [...names].filter((match) => match[1] === language).map(([name]) => `/assets/${name}`);
}

/**
 * Reads the build's manifest (`window.__reactRouterManifest={…};`). The catch-all route, which shows the
 * not-found page, is left out. `readsSource` is what the build wrote of the first reads of pages. Throws when one of them
 * is something else.
 */
export function readPageRoutes(source: string, readsSource = "{}"): readonly PageRoute[] {
  const json = source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1);
  const { routes } = manifest.parse(JSON.parse(json));
  const reads = firstReads.parse(JSON.parse(readsSource));
  const all = Object.values(routes);
  const parents = new Set(all.map(({ parentId }) => parentId));
  return all
    .filter(({ id, path }) => !parents.has(id) && path !== "*")
    .map((route) => {
      const chain = chainTo(route, routes);
      return {
        segments: chain
          .flatMap(({ path }) => (path ?? "").split("/"))
          .filter((part) => part !== ""),
        modules: [...new Set(chain.flatMap(({ module, imports }) => [module, ...imports]))],
        styles: [...new Set(chain.flatMap(({ css }) => css))],
        reads: reads[route.id] ?? [],
      };
    });
}

function chainTo(
  route: ManifestRoute,
  routes: Readonly<Record<string, ManifestRoute>>,
): ManifestRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...chainTo(parent, routes), route];
}

/** The number of literal segments that match; null when the path does not match. */
function countLiteralMatches(segments: readonly string[], path: readonly string[]): number | null {
  if (path.length > segments.length) return null;
  let literals = 0;
  for (const [index, segment] of segments.entries()) {
    const part = path[index];
    if (part === undefined) {
      if (!segment.endsWith("?")) return null;
    } else if (!segment.startsWith(":")) {
      if (segment.replace(/\?$/, "").toLowerCase() !== part.toLowerCase()) return null;
      literals += 1;
    }
  }
  return literals;
}

/** The page at `pathname`; none where a part of it is empty. More literal segments win. */
export function findPageRoute(
  routes: readonly PageRoute[],
  pathname: string,
): PageRoute | undefined {
  const inner = pathname.replace(/^\/|\/+$/g, "");
  const path = inner === "" ? [] : inner.split("/");
  if (path.includes("")) return undefined;
  let best: { route: PageRoute; literals: number } | null = null;
  for (const route of routes) {
    const literals = countLiteralMatches(route.segments, path);
    if (literals !== null && (best === null || literals > best.literals))
      best = { route, literals };
  }
  return best?.route;
}

/**
 * The visitor of a public page, with the page on which they begin; null for one who is not signed in. `kind` is its
 * `data-visitor`, in which `admin` stands for everybody with a role of staff.
 */
export type Visitor = {
  readonly kind: "stranger" | "customer" | "admin";
  readonly home: string | null;
};

export const stranger: Visitor = { kind: "stranger", home: null };

/** Pages that redirect signed-in visitors to the page on which they begin. */
const authPages = ["/login", "/admin-login", "/register"];

/**
 * The redirect of an auth page for a signed-in visitor. null where the page is served: for signed-out visitors, and with a
 * `next` page, about which the application decides.
 */
export function redirectForVisitor({ home }: Visitor, path: string, address: URL): string | null {
  return authPages.includes(path) && !address.searchParams.has("next") ? home : null;
}

/** The heading of the registration page for the plan in its query, in a language; null for other pages. */
export function signUpHeadingFor(
  path: string,
  { search }: URL,
  language: Language,
): ReturnType<typeof signUpHeading> | null {
  if (path !== "/register") return null;
  // As the page does: `~and~` stands for an ampersand.
  const plan = new URLSearchParams(search.replaceAll("~and~", "&")).get("plan");
  return signUpHeading(parsePlanName(plan ?? ""), (id, values) => translate(language, id, values));
}

/** `html` with the heading's placeholders replaced. */
export function insertHeading(html: string, heading: ReturnType<typeof signUpHeading>): string {
  return html
    .replaceAll(signUpHeadingPlaces.title, heading.title)
    .replaceAll(signUpHeadingPlaces.description, heading.description);
}
