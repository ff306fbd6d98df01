import { MantineProvider, Modal } from "@mantine/core";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { Select } from "./select.tsx";
import { theme } from "./theme.ts";

afterEach(() => vi.restoreAllMocks());

test("a press before the list is loaded opens it, and keeps the focus in the field", async () => {
  const show = () =>
    render(
      <MantineProvider>
        <main tabIndex={-1}>
          <Select label="Carrier" data={["Hong Kong Post", "Singapore Post"]} />
        </main>
      </MantineProvider>,
    );
  // The second time the code is already loaded, and replaces the field during the press.
  for (const time of ["first", "second"]) {
    const screen = await show();
    const field = screen.getByRole("combobox", { name: "Carrier" });
    await userEvent.click(field);
    await expect
      .element(screen.getByRole("option", { name: "Singapore Post" }), { message: time })
      .toBeVisible();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute("aria-expanded", "true");
    await screen.unmount();
  }
});

test("a searchable field can be autofilled once another field has the focus", async () => {
  const screen = await render(
    <MantineProvider>
      <input aria-label="Street" />
      <Select label="Country" searchable data={["Hong Kong", "Singapore"]} />
    </MantineProvider>,
  );
  const country = screen.getByRole("combobox", { name: "Country" });
  await expect.element(country).toHaveAttribute("readonly");
  await userEvent.click(screen.getByRole("textbox", { name: "Street" }));
  await expect.element(country).not.toHaveAttribute("readonly");
  await userEvent.type(country, "Sing");
  await expect.element(screen.getByRole("option", { name: "Singapore" })).toBeVisible();
  await expect.element(screen.getByRole("option", { name: "Hong Kong" })).not.toBeInTheDocument();
});

test("a value can be cleared before the list is loaded", async () => {
  const choose = vi.fn<(value: string | null) => void>();
  const screen = await render(
    <MantineProvider>
      <Select label="Country" clearable value="Japan" data={["Japan"]} onChange={choose} />
    </MantineProvider>,
  );
  await expect.poll(() => screen.container.querySelector("button")).not.toBeNull();
  // Like a finger, which does not hover before it presses.
  screen.container.querySelector<HTMLElement>("button")?.click();
  expect(choose.mock.calls.map(([value]) => value)).toEqual([null]);
});

test("a list that opens upwards leaves the label and the description in sight", async () => {
  const screen = await render(
    <MantineProvider theme={theme}>
      <main tabIndex={-1} style={{ paddingTop: "calc(100vh - 5rem)" }}>
        <Select
          label="Country"
          description="Where it goes"
          searchable
          data={Array.from({ length: 30 }, (_, index) => `Country ${index}`)}
        />
      </main>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "Country" }));
  const list = screen.getByRole("listbox");
  await expect.element(list).toBeVisible();
  const top = () =>
    screen.getByText("Country", { exact: true }).element().getBoundingClientRect().top;
  await expect.poll(() => list.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top());
  expect(list.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
});

test("Enter takes the first hit, and what begins with the typed text comes first", async () => {
  const choose = vi.fn<(value: string | null) => void>();
  const screen = await render(
    <MantineProvider>
      <Select
        label="Country"
        searchable
        data={["British Indian Ocean Territory", "India", "Indonesia"]}
        onChange={choose}
      />
    </MantineProvider>,
  );
  const country = screen.getByRole("combobox", { name: "Country" });
  await userEvent.click(country);
  await expect.element(country).not.toHaveAttribute("readonly");
  await userEvent.type(country, "ind");
  await expect
    .poll(() =>
      screen
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(["India", "Indonesia", "British Indian Ocean Territory"]);
  await userEvent.keyboard("{Enter}");
  await expect.element(country).toHaveValue("India");
  expect(choose.mock.calls.map(([value]) => value)).toEqual(["India"]);
});

test("an open list has no violations", async () => {
  const countries = Array.from({ length: 60 }, (_, index) => `Country ${index}`);
  const screen = await render(
    <MantineProvider>
      <main>
        <Select label="Country" searchable data={countries} />
      </main>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "Country" }));
  await expect.element(screen.getByRole("option").first()).toBeVisible();
  await expectAccessible();
});

test("a field refers to its list also where the list takes longer to appear than the field to open", async () => {
  const countries = Array.from({ length: 250 }, (_, index) => `Country ${index}`);
  for (const way of ["press", "focus"]) {
    const screen = await render(
      <MantineProvider>
        <main>
          <Select label="Country" searchable data={countries} />
        </main>
      </MantineProvider>,
    );
    const country = screen.getByRole("combobox", { name: "Country" });
    await expect.element(country).toBeVisible();
    if (way === "press") await userEvent.click(country);
    else (country.element() as HTMLElement).focus();
    await expect.element(screen.getByRole("option").first()).toBeVisible();
    await expect.element(country, { message: way }).toHaveAttribute("aria-expanded", "true");
    await expect.element(country, { message: way }).toHaveAttribute("aria-controls");
    await expectAccessible();
    await screen.unmount();
  }
});

test("an open list lies in the content of the page, also where its field is in a dialog", async () => {
  const screen = await render(
    <MantineProvider theme={theme}>
      <main>
        <h1>Prices</h1>
      </main>
      <Modal opened onClose={() => undefined} title="Price">
        <Select label="Country" searchable data={["Japan", "Singapore"]} />
      </Modal>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "Country" }));
  await expect.element(screen.getByRole("option", { name: "Japan" })).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: ["region"] });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  await userEvent.click(screen.getByRole("option", { name: "Singapore" }));
  await expect.element(screen.getByRole("combobox")).toHaveValue("Singapore");
});
