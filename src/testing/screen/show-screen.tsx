/** Shows one screen to a test as the product shows it: theme, API, router and toasts around it. */
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { Fragment, StrictMode, type ReactNode } from "react";
import { createMemoryRouter, parsePath, RouterProvider } from "react-router";
import { render } from "vitest-browser-react";
import "virtual:component-styles";
import "#web/ui/base.css";
import { ApiProvider } from "#web/api.tsx";
import { cssVariablesResolver, theme } from "#web/ui/theme.ts";
import { fakeClient, type FakeAnswers } from "./fake-client.ts";

/**
 * Renders `element` at `path`, which every address but those of `others` shows too.
 * @param address where the visitor is, with its query; by default `path`.
 * @param state what the page before handed over through the navigation.
 * @param others what stands at further addresses, to see where a screen leads.
 * @param runsEffectsTwice as React does while developing, for what must happen once.
 */
export async function showScreen(options: {
  readonly element: ReactNode;
  readonly path: string;
  readonly address?: string;
  readonly state?: unknown;
  readonly answers: FakeAnswers;
  readonly others?: Readonly<Record<string, ReactNode>>;
  readonly colorScheme?: "light" | "dark";
  readonly runsEffectsTwice?: boolean;
}) {
  notifications.clean();
  const router = createMemoryRouter(
    [
      { path: options.path, element: options.element },
      ...Object.entries(options.others ?? {}).map(([path, element]) => ({ path, element })),
      { path: "*", element: <p>Another screen</p> },
    ],
    { initialEntries: [{ ...parsePath(options.address ?? options.path), state: options.state }] },
  );
  const Mode = options.runsEffectsTwice ? StrictMode : Fragment;
  const screen = await render(
    <Mode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        env="test"
        forceColorScheme={options.colorScheme ?? "light"}
      >
        <ApiProvider client={fakeClient(options.answers)}>
          <RouterProvider router={router} />
        </ApiProvider>
        <Notifications position="bottom-right" containerWidth={400} />
      </MantineProvider>
    </Mode>,
  );
  return { screen, router };
}
