import { staffHome } from "#platform/rules/staff-home.ts";
import { isStaff } from "#platform/rules/staff-role.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { publicPath, t, toastText } from "#ui/web/i18n/messages.tsx";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import LogOut from "lucide-react/icons/log-out";
import { useEffect, useId, useRef, useCallback, useState } from "react";
import { Link, matchPath, useLocation, useNavigate } from "react-router";
import { LanguageMenu } from "#office/web/languages/language-menu.tsx";
import { usePerson, usePublicSettings, useSession, type EndSession } from "#ui/web/session.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { useAfterFirstData } from "./after-first-data.ts";
import { SchemeSwitch } from "./scheme-switch.tsx";
import classes from "./menu.module.css";
import type { SidebarGroups, SidebarLink } from "./customer-links.tsx";
import { showToast } from "#ui/web/toast.tsx";

function UserNames() {
  const person = usePerson();
  const { fullName, email } = person;
  return (
    <>
      <strong title={fullName || email}>{fullName || email}</strong>
      {fullName ? <span title={email}>{email}</span> : null}
      {isStaff(person) ? (
        <StatusBadge
          label={t(person.isAdmin ? "layout.admin" : "layout.staff")}
          color="vermilion"
          size="sm"
        />
      ) : null}
    </>
  );
}

const accountAddress = "/admin/dashboard/account";

/** Marks the link of the current page. NavLink would rerender at every step of a navigation. */
function currentMark(
  { to, pages = [to], isExact = false }: Pick<SidebarLink, "to" | "pages" | "isExact">,
  pathname: string,
) {
  const isCurrent = pages.some((path) => matchPath({ path, end: isExact }, pathname) !== null);
  return isCurrent ? { "aria-current": "page" as const } : {};
}

function LinkGroup(props: {
  headingId: MessageId | undefined;
  links: readonly SidebarLink[];
  isPrefetching: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const { headingId } = props;
  const { pathname } = useLocation();
  const id = useId();
  const name =
    headingId === undefined ? { "aria-label": t("layout.main") } : { "aria-labelledby": id };
  return (
    <nav className={classes["menuLinks"]} {...name}>
      {headingId === undefined ? null : (
        <p id={id} className={classes["heading"]}>
          {t(headingId)}
        </p>
      )}
      {props.links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          prefetch={props.isPrefetching && !link.isDocument ? "render" : "none"}
          reloadDocument={link.isDocument ?? false}
          {...currentMark(link, pathname)}
          className={classes["menuLink"] ?? ""}
          onClick={props.onNavigate}
        >
          {link.icon}
          <span>{t(link.labelId)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** For staff who are customers too: the other one of their two areas. */
function OtherAreaLink(props: { pathname: string; onNavigate: (() => void) | undefined }) {
  const { pathname } = props;
  const person = usePerson();
  if (person.isAdmin || !isStaff(person)) return null;
  const isInAdminArea = !pathname.startsWith("/dashboard");
  return (
    <Link
      to={isInAdminArea ? "/dashboard" : staffHome(person)}
      className={classes["menuLink"] ?? ""}
      onClick={props.onNavigate}
    >
      <ArrowLeftRight size={18} aria-hidden="true" />
      <span>{t(isInAdminArea ? "layout.ownPackages" : "layout.adminArea")}</span>
    </Link>
  );
}

/** The public pages for questions, and the operator's address. */
function SupportLinks() {
  const { supportEmail } = usePublicSettings();
  return (
    <nav className={classes["support"]} aria-label={t("layout.support")}>
      <a href={publicPath("/help")}>{t("common.help")}</a>
      <a href={publicPath("/contact")}>{t("common.contact")}</a>
      {supportEmail === null ? null : <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
    </nav>
  );
}

/** @param props.onNavigate called when a link is clicked, so that a drawer can close. */
export function ShellMenu(props: {
  groups: SidebarGroups;
  signOut: SignOut;
  onNavigate?: () => void;
}) {
  const person = usePerson();
  const { pathname } = useLocation();
  const isPrefetching = useAfterFirstData();
  const groups = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On low screens the current page's link may be out of view.
    groups.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className={classes["menu"]}>
      <div ref={groups} className={`${classes["groups"]} ${classes["scroller"]}`} data-menu-groups>
        {props.groups.map(({ headingId, links }) => (
          <LinkGroup
            key={headingId ?? ""}
            headingId={headingId}
            links={links}
            isPrefetching={isPrefetching}
            onNavigate={props.onNavigate}
          />
        ))}
      </div>
      <div className={classes["foot"]}>
        <SupportLinks />
        <div className={classes["user"]}>
          {isStaff(person) ? (
            <Link
              to={accountAddress}
              {...currentMark({ to: accountAddress }, pathname)}
              className={classes["names"] ?? ""}
              title={t("layout.yourAccount")}
              onClick={props.onNavigate}
            >
              <UserNames />
            </Link>
          ) : (
            <div className={classes["names"]}>
              <UserNames />
            </div>
          )}
          <LanguageMenu opensUpwards />
          <SchemeSwitch />
        </div>
        <OtherAreaLink pathname={pathname} onNavigate={props.onNavigate} />
        <button
          type="button"
          className={classes["menuLink"]}
          disabled={props.signOut.isEnding}
          onClick={() => void props.signOut.logOut()}
        >
          <LogOut size={18} aria-hidden="true" />
          <span>{t("common.logOut")}</span>
        </button>
      </div>
    </div>
  );
}

export type SignOut = {
  /** True from the click until the public page is shown, or until signing out has failed. */
  readonly isEnding: boolean;
  readonly endSession: EndSession;
  /** Ends the session and navigates to `/`, with a toast; stays on the page, with a toast, when that fails. */
  readonly logOut: () => Promise<void>;
};

export function useSignOut(): SignOut {
  const session = useSession();
  const navigate = useNavigate();
  const [isEnding, setEnding] = useState(false);
  const endSession = useCallback<EndSession>(async (work) => {
    setEnding(true);
    try {
      await work();
    } catch (error) {
      setEnding(false);
      throw error;
    }
  }, []);
  const logOut = async () => {
    try {
      await endSession(async () => {
        await session.signOut();
        await navigate(publicPath("/"));
      });
      showToast({ ...toastText("shellLoggedOut"), kind: "success", place: "session" });
    } catch {
      showToast({ ...toastText("shellLogoutFailed"), kind: "destructive", place: "session" });
    }
  };
  return { isEnding, endSession, logOut };
}
