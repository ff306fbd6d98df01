import { MantineProvider } from "@mantine/core";
import { createContext, useContext, type ReactNode } from "react";
import { colorSchemeManager, cssVariablesResolver, theme } from "#ui/web/theme.ts";
import { Toasts } from "#ui/web/toasts.tsx";
import type { Elements } from "#ui/web/elements.ts";
import classes from "./every-page.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

const PageContext = createContext<Elements>(null);

function Page(): Elements {
  return useContext(PageContext);
}

// A constant element: the router passes the page again at every step of a navigation, and rerendering the theme would
// rerender everything on the screen.
const appProviders = (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    withGlobalClasses={false}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
  >
    <SandboxBanner />
    <MaintenanceBanner />
    <Page />
    <Toasts />
  </MantineProvider>
);

/** The theme, banners and toasts around every page. When the children change, only they are rendered again. */
export function AppProviders(props: { children: Elements }) {
  return <PageContext value={props.children}>{appProviders}</PageContext>;
}

const strong = { strong: <strong /> };

/** Always in the document; the stylesheet shows it during maintenance, with other words for administrators. */
function MaintenanceBanner() {
  return (
    <aside className={classes["maintenanceBanner"]} aria-label={t("layout.maintenance")}>
      <span className={classes["maintenancePublic"]}>
        <RichText id="layout.maintenance.forCustomers" components={strong} />
      </span>
      <span className={classes["maintenanceAdmin"]}>
        <RichText id="layout.maintenance.forAdmins" components={strong} />
      </span>
      <a className={classes["maintenanceAdmin"]} href="/admin/dashboard/settings">
        {t("layout.maintenance.settings")}
      </a>
    </aside>
  );
}

function MailboxLink(props: { children?: ReactNode }) {
  return (
    <a href="/sandbox/mail" target="_blank" rel="noreferrer">
      {props.children}
    </a>
  );
}

/** Always in the document; the stylesheet shows the parts that the attributes of `<html>` call for. */
export function SandboxBanner() {
  return (
    <aside className={classes["sandboxBanner"]} aria-label={t("layout.sandbox")}>
      <span>
        <RichText
          id="layout.sandbox.payments"
          components={{
            strong: <strong />,
            payments: <span className={classes["payments"]} />,
          }}
        />
      </span>
      <span className={classes["mailbox"]}>
        <RichText id="layout.sandbox.mailbox" components={{ link: <MailboxLink /> }} />
      </span>
    </aside>
  );
}
