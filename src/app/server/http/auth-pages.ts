import { signUpHeading, signUpHeadingPlaces } from "#people/contract/sign-up-heading.ts";
import type { Language } from "#platform/rules/language.ts";
import { parsePlanName } from "#catalogue/rules/plan.ts";
import { translate } from "#platform/server/translate.ts";

/** The visitor of a public page, as in its `data-visitor`; `admin` stands for everybody with a role of staff. */
export type Visitor = "stranger" | "customer" | "admin";

/** Pages that redirect signed-in visitors to their dashboard. */
const authPages = ["/login", "/admin-login", "/register"];
const dashboards = { customer: "/dashboard", admin: "/admin/dashboard" } as const;

/**
 * The redirect of an auth page for a signed-in visitor. null where the page is served: for signed-out visitors, and with a
 * `next` page, about which the application decides.
 */
export function redirectForVisitor(visitor: Visitor, path: string, address: URL): string | null {
  if (visitor === "stranger" || address.searchParams.has("next")) return null;
  return authPages.includes(path) ? dashboards[visitor] : null;
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
