import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import latinFont from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { brandName } from "#platform/rules/brand.ts";
import { documentLanguage } from "#ui/web/i18n/messages.tsx";
import { ApiProvider } from "#ui/web/api.tsx";
import "#ui/web/theme.ts";
import "#ui/web/base.css";
import {
  writeDocumentScript,
  writeFirstReadsScript,
  writeSignInScript,
} from "./layout/document-script.ts";
import "./layout/parts-above.ts";
import "#app/web/messages/common.ts";
import { NavigationProgress, VisitorAttributes, FirstView } from "./layout/first-view.tsx";
import { AppProviders } from "./layout/app-providers.tsx";
import type { Elements } from "#ui/web/elements.ts";

// Empty in the browser: the script has already run when the application starts, so the bundle does without its text.
function documentScript(hasForm: boolean): string {
  if (!import.meta.env.SSR) return "";
  return hasForm ? `${writeDocumentScript()}\n${writeSignInScript()}` : writeDocumentScript();
}

const formLayouts = ["layout/auth-layout", "layout/visitor-layout"];

export { BrokenPage as ErrorBoundary } from "./layout/broken-page.tsx";

export function meta() {
  return [{ title: brandName }];
}

export function links() {
  return [
    { rel: "preload", href: latinFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/site.webmanifest" },
  ];
}

/**
 * The HTML document. The server writes the visitor's state into the attributes of `<html>`, so that prerendered pages
 * are right for the visitor before any script has run.
 */
export function Layout(props: { children: Elements }) {
  // What is typed into a prerendered form before the application runs is kept.
  const hasForm = useMatches().some(({ id }) => formLayouts.includes(id));
  return (
    <html
      lang={documentLanguage()}
      data-mantine-color-scheme="light"
      data-visitor="stranger"
      data-sandbox="no"
      data-mailbox="no"
      data-maintenance="no"
      data-registration="open"
      data-warehouse="no"
      data-page="other"
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a1d2b" />
        <script
          dangerouslySetInnerHTML={{ __html: documentScript(hasForm) }}
          suppressHydrationWarning
        />
        {/* By itself, because public pages keep the first script alone. */}
        <script
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? writeFirstReadsScript() : "" }}
          suppressHydrationWarning
        />
        <Meta />
        <Links />
      </head>
      <body>
        <AppProviders>{props.children}</AppProviders>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export { FirstView as HydrateFallback };

// A constant element, so that a navigation does not render it again.
const application = (
  <ApiProvider>
    <VisitorAttributes />
    <NavigationProgress />
    <Outlet />
  </ApiProvider>
);

export default function Root() {
  return application;
}
