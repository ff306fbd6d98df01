/** What stands around every page: the theme, the banners above it, the toasts. */
import { MantineProvider } from "@mantine/core";
import { createContext, useContext, type ReactNode } from "react";
import { colorSchemeManager } from "#web/ui/color-scheme.ts";
import { theme } from "#web/ui/theme.ts";
import { Toasts } from "#web/ui/toasts.tsx";
import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { SandboxBanner } from "./sandbox-banner.tsx";

const PageContext = createContext<ReactNode>(null);

function Page() {
  return useContext(PageContext);
}

// One element for good: the router hands the page over anew with every step of a move, and with the theme drawn anew
// everything that stands on the screen would be.
const appProviders = (
  <MantineProvider
    theme={theme}
    withCssVariables={false}
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

/** Draws its children inside; when they change, they alone are drawn anew. */
export function AppProviders(props: { children: ReactNode }) {
  return <PageContext value={props.children}>{appProviders}</PageContext>;
}
