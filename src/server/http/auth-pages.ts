// What the server knows of the doors drawn ahead of time: whom to lead past them, and the chosen plan in their heading.
import { signUpHeading, signUpHeadingPlaces } from "#contract/sign-up-heading.ts";
import { parsePlanName } from "#core/plan.ts";

/** Who looks at a public page, as its `data-visitor` tells the page's style. */
export type Visitor = "stranger" | "customer" | "admin";

/** Doors that nobody has a use for who is in already, and where that person belongs. */
const authPagesIn = ["/login", "/admin-login", "/register"];
const homes = { customer: "/dashboard", admin: "/admin/dashboard" } as const;

/**
 * Where to lead a visitor who is in already and asks for a door; null where the page is to be answered, as when it names
 * one to go on to, of which the application judges whether this person may enter it.
 */
export function wayPast(visitor: Visitor, path: string, address: URL): string | null {
  if (visitor === "stranger" || address.searchParams.has("next")) return null;
  return authPagesIn.includes(path) ? homes[visitor] : null;
}

/** The heading of the registration for the plan that the address names, if any; nothing for other pages. */
export function headingAt(path: string, { search }: URL): ReturnType<typeof signUpHeading> | null {
  if (path !== "/register") return null;
  // The page mends `~and~` in its address before it reads it, too.
  const plan = new URLSearchParams(search.replaceAll("~and~", "&")).get("plan");
  return signUpHeading(parsePlanName(plan ?? ""));
}

/** `html` with the heading in its places. */
export function withHeading(html: string, heading: ReturnType<typeof signUpHeading>): string {
  return html
    .replaceAll(signUpHeadingPlaces.title, heading.title)
    .replaceAll(signUpHeadingPlaces.description, heading.description);
}
