import type { Person } from "#platform/contract/session.ts";
import { homePath } from "#platform/rules/staff-home.ts";
import { isStaff } from "#platform/rules/staff-role.ts";

/** Why the user was sent to the login page. */
type AuthPageNotice =
  | "registered"
  | "link_not_valid"
  | "password_changed"
  | "session_ended"
  /** The session ended while a form was being filled in. */
  | "draft_kept";

export type AuthPageState = {
  /** The address from which the user was redirected to the login page. */
  readonly from?: string;
  /** Initial value of the email field. */
  readonly email?: string;
  readonly notice?: AuthPageNotice;
  /** A plan name in any letter case. */
  readonly plan?: string;
};

const notices: readonly string[] = [
  "registered",
  "link_not_valid",
  "password_changed",
  "session_ended",
  "draft_kept",
] satisfies AuthPageNotice[];

/** Parses navigation state, which can be any value. */
export function parseAuthPageState(state: unknown): AuthPageState {
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
      ? { notice: notice as AuthPageNotice }
      : {}),
  };
}

function isWithin(path: string, area: string): boolean {
  return path === area || path.startsWith(`${area}/`);
}

/** `requestedPath` if it is a page of this site that the user's role may open, otherwise the user's home page. */
export function pageAfterSignIn(person: Person, requestedPath: string | null | undefined): string {
  const home = homePath(person);
  // A second slash or a backslash after the first one would lead to another site.
  if (
    !requestedPath ||
    !/^\/(?![/\\])/.test(requestedPath) ||
    !URL.canParse(requestedPath, "http://here")
  )
    return home;
  const address = new URL(requestedPath, "http://here");
  const areas = isStaff(person)
    ? ["/dashboard", "/admin/dashboard", "/scan", "/a"]
    : ["/dashboard"];
  const isAllowed =
    address.origin === "http://here" && areas.some((area) => isWithin(address.pathname, area));
  return isAllowed ? address.pathname + address.search + address.hash : home;
}
