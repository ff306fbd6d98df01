// What somebody does to a select before its list has been fetched.
import { MantineProvider } from "@mantine/core";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Select } from "./select.tsx";

afterEach(() => vi.restoreAllMocks());

test("a press before the list is there opens it, and keeps the keyboard in the field", async () => {
  // The machine never finds the time to fetch the list by itself.
  vi.spyOn(window, "requestIdleCallback").mockReturnValue(0);
  const show = () =>
    render(
      <MantineProvider>
        <main tabIndex={-1}>
          <Select label="Carrier" data={["Hong Kong Post", "Singapore Post"]} />
        </main>
      </MantineProvider>,
    );
  // The second time its code is here already, and takes the field's place in the middle of the press.
  for (const time of ["first", "second"]) {
    const screen = await show();
    const field = screen.getByRole("combobox", { name: "Carrier" });
    await userEvent.click(field);
    await expect
      .element(screen.getByRole("option", { name: "Singapore Post" }), { message: time })
      .toBeVisible();
    await expect.element(field).toHaveFocus();
    await screen.unmount();
  }
});
