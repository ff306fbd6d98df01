import { MantineProvider } from "@mantine/core";
import { createContext, useContext } from "react";
import { colorSchemeManager } from "#ui/web/color-scheme.ts";
import { cssVariablesResolver, theme } from "#ui/web/theme.ts";
import { Toasts } from "#ui/web/toasts.tsx";
import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { SandboxBanner } from "./sandbox-banner.tsx";
import type { Elements } from "#ui/web/elements.ts";

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
