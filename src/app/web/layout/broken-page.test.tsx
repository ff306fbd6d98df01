import { MantineProvider } from "@mantine/core";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { theme } from "#ui/web/theme.ts";
import { BrokenPage } from "./broken-page.tsx";

function Breaking(): never {
  throw new Error("a bug in a screen");
}

async function show(address: string) {
  const router = createMemoryRouter(
    [
      {
        errorElement: <BrokenPage />,
        children: [{ path: "/breaking", element: <Breaking /> }],
      },
    ],
    { initialEntries: [address] },
  );
  return render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

test("a page that throws shows a heading and two links", async () => {
  // React and the router report the error that this test throws on purpose.
  const reports = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const screen = await show("/breaking");
  await expect
    .element(screen.getByRole("heading", { name: "Unexpected Application Error!" }))
    .toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Return to Home" }))
    .toHaveAttribute("href", "/");
  await expect.element(screen.getByRole("link", { name: "Reload page" })).toBeVisible();
  expect(reports).toHaveBeenCalled();
});
