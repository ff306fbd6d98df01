/** What one entrance screen hands to the next through the navigation, and where a person goes from there. */
import type { Person } from "#contract/auth.ts";

/** Why somebody is sent to sign in. */
type EntranceNotice = "registered" | "link_not_valid" | "password_changed";

export type EntranceState = {
  /** The address from which the person was sent here. */
  readonly from?: string;
  /** Fills in the email field. */
  readonly email?: string;
  readonly notice?: EntranceNotice;
  /** A plan's name in any case. */
  readonly plan?: string;
};

const notices: readonly string[] = [
  "registered",
  "link_not_valid",
  "password_changed",
] satisfies EntranceNotice[];

/** Reads a navigation's state, which may be anything that some other page left there. */
export function readEntranceState(state: unknown): EntranceState {
  if (typeof state !== "object" || state === null) return {};
  const read = (name: string): string | undefined => {
    const value: unknown = Reflect.get(state, name);
    return typeof value === "string" ? value : undefined;
  };
  const [from, email, plan, notice] = [read("from"), read("email"), read("plan"), read("notice")];
  return {
    ...(from === undefined ? {} : { from }),
    ...(email === undefined ? {} : { email }),
    ...(plan === undefined ? {} : { plan }),
    ...(notice !== undefined && notices.includes(notice)
      ? { notice: notice as EntranceNotice }
      : {}),
  };
}

/** Where signing in leads: staff to the office, everybody else to their own area. */
export function homeOf(person: Person): string {
  return person.isAdmin ? "/admin/dashboard" : "/dashboard";
}

function isWithin(path: string, area: string): boolean {
  return path === area || path.startsWith(`${area}/`);
}

/**
 * The page that a person sees after signing in: `wanted` where it is a page of this site that their
 * role may enter, otherwise their home.
 */
export function pageAfterSignIn(person: Person, wanted: string | null | undefined): string {
  const home = homeOf(person);
  // A second slash or a backslash behind the first would lead to another site.
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, "http://here")) return home;
  const address = new URL(wanted, "http://here");
  const areas = person.isAdmin ? ["/dashboard", "/admin/dashboard", "/scan"] : ["/dashboard"];
  const mayEnter =
    address.origin === "http://here" && areas.some((area) => isWithin(address.pathname, area));
  return mayEnter ? address.pathname + address.search + address.hash : home;
}
