import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { AdminArea } from "#app/web/layout/admin-area.tsx";
import { ProtectedShell } from "#app/web/layout/protected-shell.tsx";
import type { FakeAnswers } from "./fake-client.ts";
import { renderRouter } from "./render-router.tsx";

/** Renders the signed-in areas at `address`; each page of them shows only the name of its area. */
export async function showShell(
  address: string,
  answers: FakeAnswers,
  adminScreen: ReactNode = <h1>Admin screen</h1>,
) {
  const router = createMemoryRouter(
    [
      { path: "/", element: <h1>Home page</h1> },
      { path: "/login", element: <h1>Login page</h1> },
      {
        path: "/dashboard",
        element: <ProtectedShell />,
        children: [
          { index: true, element: <h1>Customer dashboard</h1> },
          { path: "*", element: <h1>Customer screen</h1> },
        ],
      },
      {
        path: "/admin/dashboard",
        element: <ProtectedShell AdminArea={AdminArea} />,
        children: [
          { index: true, element: adminScreen },
          { path: "*", element: adminScreen },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  const screen = await renderRouter(router, { answers });
  return { screen, router };
}
