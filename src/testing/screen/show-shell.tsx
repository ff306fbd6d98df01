import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onTestFinished } from "vitest";
import { render } from "vitest-browser-react";
import "#web/ui/component-styles.ts";
import "#web/ui/base.css";
import { ApiProvider } from "#web/api.tsx";
import { adminGroups } from "#web/layout/admin-links.tsx";
import { customerGroups } from "#web/layout/customer-links.tsx";
import { ProtectedShell } from "#web/layout/protected-shell.tsx";
import { cssVariablesResolver, theme } from "#web/ui/theme.ts";
import { ToastStack } from "#web/ui/toast-stack.tsx";
import { expectComponentStyles } from "./expect-component-styles.ts";
import { fakeClient, type FakeAnswers } from "./fake-client.ts";

/** Renders the signed-in areas at `address`; each page of them shows only the name of its area. */
export async function showShell(
  address: string,
  answers: FakeAnswers,
  adminScreen: ReactNode = <h1>Admin screen</h1>,
) {
  notifications.clean();
  onTestFinished(expectComponentStyles);
  const router = createMemoryRouter(
    [
      { path: "/", element: <h1>Home page</h1> },
      { path: "/login", element: <h1>Login page</h1> },
      {
        path: "/dashboard",
        element: <ProtectedShell groups={customerGroups} isForAdmins={false} />,
        children: [
          { index: true, element: <h1>Customer dashboard</h1> },
          { path: "*", element: <h1>Customer screen</h1> },
        ],
      },
      {
        path: "/admin/dashboard",
        element: <ProtectedShell groups={adminGroups} isForAdmins />,
        children: [
          { index: true, element: adminScreen },
          { path: "*", element: adminScreen },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <ApiProvider client={fakeClient(answers)}>
        <RouterProvider router={router} />
      </ApiProvider>
      <ToastStack />
    </MantineProvider>,
  );
  return { screen, router };
}
