import { MantineProvider } from "@mantine/core";
import { createContext, useContext, type ReactNode } from "react";
import { colorSchemeManager, cssVariablesResolver, theme } from "#ui/web/theme.ts";
import { Toasts } from "#ui/web/toasts.tsx";
import type { Elements } from "#ui/web/elements.ts";
import maintenanceClasses from "./maintenance-banner.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import sandboxClasses from "./sandbox-banner.module.css";

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
    <aside className={maintenanceClasses["banner"]} aria-label={t("layout.maintenance")}>
      <span className={maintenanceClasses["public"]}>
        <RichText id="layout.maintenance.forCustomers" components={strong} />
      </span>
      <span className={maintenanceClasses["admin"]}>
        <RichText id="layout.maintenance.forAdmins" components={strong} />
      </span>
      <a className={maintenanceClasses["admin"]} href="/admin/dashboard/settings">
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
    <aside className={sandboxClasses["banner"]} aria-label={t("layout.sandbox")}>
      <span>
        <RichText
          id="layout.sandbox.payments"
          components={{
            strong: <strong />,
            payments: <span className={sandboxClasses["payments"]} />,
          }}
        />
      </span>
      <span className={sandboxClasses["mailbox"]}>
        <RichText id="layout.sandbox.mailbox" components={{ link: <MailboxLink /> }} />
      </span>
    </aside>
  );
}
