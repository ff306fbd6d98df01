import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import {
  findStaffPage,
  mayOpenPage,
  setUpAddress,
  settingsPage,
  setUpPages,
  staffMenu,
} from "#app/rules/role-pages.ts";
import { BackLink } from "#ui/web/page-header.tsx";
import { entryLabelId } from "./admin-links.tsx";
import classes from "./entry-tabs.module.css";
import { staffPageNames } from "./admin-pages.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";

/**
 * What leads from a page of staff to the others of its entry in the menu: tabs, which are links, or from a page of the
 * set-up the way back to its index. Nothing for an entry with one page.
 */
export function EntryTabs(props: { visitor: StaffVisitor }) {
  const { visitor } = props;
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tab of the current page may be out of view.
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({
      block: "nearest",
      inline: "nearest",
    });
  }, [pathname]);
  const current = findStaffPage(pathname)?.address;
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  // The pages below one have a way back of their own.
  if (current === undefined || current !== path || current === settingsPage) return null;
  if (setUpPages.some(({ address }) => address === current)) {
    return <BackLink to={setUpAddress} label={t("layout.setUp")} />;
  }
  const entry = staffMenu.find(({ pages }) => pages.some(({ address }) => address === current));
  const tabs = (entry?.pages ?? []).filter(({ address }) => mayOpenPage(visitor, address));
  if (entry === undefined || tabs.length < 2) return null;
  const isAtDesk = findDeskPage(current) !== undefined;
  return (
    <nav
      ref={list}
      className={classes["tabs"]}
      data-scrolls-sideways
      aria-label={t(entryLabelId(entry.name))}
    >
      {tabs.map(({ address }) => (
        <Link
          key={address}
          to={address}
          reloadDocument={isAtDesk || findDeskPage(address) !== undefined}
          className={classes["tab"] ?? ""}
          aria-current={address === current ? "page" : false}
        >
          {t(staffPageNames[address])}
        </Link>
      ))}
    </nav>
  );
}
