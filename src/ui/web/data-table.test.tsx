import { MantineProvider } from "@mantine/core";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { DataTable } from "./data-table.tsx";
import { focusNextTable } from "./row-navigation.ts";
import { useTableView } from "./table-view.ts";
import { theme } from "./theme.ts";

type Parcel = { number: string; destination: string };

const parcels: readonly Parcel[] = [
  { number: "SF1", destination: "Germany" },
  { number: "SF2", destination: "Japan" },
];
const thirdParcel: Parcel = { number: "SF3", destination: "Peru" };

function ParcelTable(props: {
  rows: readonly Parcel[] | undefined;
  total: number;
  onDone?: (what: string) => void;
}) {
  const view = useTableView();
  return (
    <>
      <DataTable
        label="Parcels"
        rows={props.rows}
        rowKey={(parcel) => parcel.number}
        view={view}
        total={props.total}
        pageSize={2}
        empty={<p>Nothing here</p>}
        columns={[
          {
            key: "number",
            header: "Number",
            isTitle: true,
            isSortable: true,
            cell: (p) => p.number,
          },
          { key: "destination", header: "Destination", cell: (p) => p.destination },
          {
            key: "note",
            header: "Note",
            cell: (p) => <input aria-label={`Note of ${p.number}`} defaultValue="fragile" />,
          },
          {
            key: "actions",
            header: "Actions",
            isActions: true,
            cell: (p) => (
              <>
                <button onClick={() => props.onDone?.(`open ${p.number}`)}>Open {p.number}</button>
                <button onClick={() => props.onDone?.(`delete ${p.number}`)}>Delete</button>
              </>
            ),
          },
        ]}
      />
      <input
        aria-label="Search"
        value={view.read("search")}
        onChange={(event) => view.write("search", event.target.value)}
      />
    </>
  );
}

async function showTable(rows: readonly Parcel[] | undefined, address = "/", total = 5) {
  const done: string[] = [];
  const onDone = (what: string) => done.push(what);
  const router = createMemoryRouter(
    [
      {
        path: "*",
        element: (
          <main>
            <ParcelTable rows={rows} total={total} onDone={onDone} />
          </main>
        ),
      },
    ],
    { initialEntries: [address] },
  );
  const screen = await render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { screen, router, done };
}

afterEach(() => page.viewport(1280, 800));

test("rows are shown below their headers", async () => {
  const { screen } = await showTable(parcels);
  await expect.element(screen.getByRole("columnheader", { name: "Destination" })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Japan" })).toBeVisible();
  await expect.element(screen.getByText("1–2 of 5")).toBeVisible();
});

test("the buttons of a row stay in view where the columns do not fit", async () => {
  await page.viewport(800, 600);
  const { screen } = await showTable(parcels);
  const table = screen.getByRole("table");
  await expect.element(table).toBeVisible();
  const scroller = table.element().parentElement as HTMLElement;
  scroller.style.width = "20rem";
  const { right } = scroller.getBoundingClientRect();
  expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth);
  for (const button of screen.getByRole("button", { name: "Delete" }).elements()) {
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  }
});

test("a header sorts, then reverses the order, stored in the address", async () => {
  const { screen, router } = await showTable(parcels, "/?page=2");
  const sort = screen.getByRole("button", { name: "Number" });
  await sort.click();
  expect(router.state.location.search).toBe("?sort=number.asc");
  await sort.click();
  expect(router.state.location.search).toBe("?sort=number.desc");
  await expect
    .element(screen.getByRole("columnheader", { name: "Number" }))
    .toHaveAttribute("aria-sort", "descending");
});

test("the page is stored in the address, except the first one", async () => {
  const { screen, router } = await showTable(parcels);
  await screen.getByRole("button", { name: "Page 3" }).click();
  expect(router.state.location.search).toBe("?page=3");
  await expect.element(screen.getByText("5–5 of 5")).toBeVisible();
  await screen.getByRole("button", { name: "Page 1" }).click();
  expect(router.state.location.search).toBe("");
});

test("a search returns to the first page", async () => {
  const { screen, router } = await showTable(parcels, "/?page=3&tab=all");
  await screen.getByRole("textbox", { name: "Search" }).fill("x");
  expect(router.state.location.search).toBe("?tab=all&search=x");
});

test("an invalid page in the address shows the first one", async () => {
  const { screen } = await showTable(parcels, "/?page=-4e9");
  await expect.element(screen.getByText("1–2 of 5")).toBeVisible();
});

test("without rows the empty state is shown, and placeholders while they load", async () => {
  const { screen } = await showTable([], "/", 0);
  await expect.element(screen.getByText("Nothing here")).toBeVisible();
  const loading = await showTable(undefined);
  await expect
    .element(loading.screen.getByRole("table", { name: "Parcels" }))
    .toHaveAttribute("aria-busy", "true");
});

test("rows can be reached, moved through and opened with the keyboard", async () => {
  const { screen, done } = await showTable([...parcels, thirdParcel]);
  const row = (number: string) => screen.getByRole("row", { name: new RegExp(`^${number}`) });
  await expect.element(row("SF1")).toBeVisible();
  focusNextTable();
  await expect.element(row("SF1")).toHaveFocus();
  await expect.element(row("SF1")).toHaveAttribute("aria-rowindex", "2");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(done).toEqual(["open SF2"]);
  await userEvent.keyboard("{End}");
  await expect.element(row("SF3")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowUp}");
  await expect.element(row("SF2")).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(row("SF1")).toHaveFocus();
  await expectAccessible();
});

test("only the last focused row is a Tab stop, and the arrow keys also work from a button in a row", async () => {
  const { screen, done } = await showTable(parcels);
  const row = (number: string) => screen.getByRole("row", { name: new RegExp(`^${number}`) });
  await expect.element(row("SF1")).toHaveAttribute("tabindex", "0");
  await expect.element(row("SF2")).toHaveAttribute("tabindex", "-1");
  await screen.getByRole("button", { name: "Delete" }).first().click();
  await userEvent.keyboard("{Enter}");
  expect(done).toEqual(["delete SF1", "delete SF1"]);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(row("SF2")).toHaveFocus();
  await expect.element(row("SF1")).toHaveAttribute("tabindex", "-1");
});

test("arrow keys in a field of a row do not move the focus", async () => {
  const { screen, done } = await showTable(parcels);
  const field = screen.getByRole("textbox", { name: "Note of SF1" });
  await field.click();
  await userEvent.keyboard("{Home}very {ArrowDown}{Enter}");
  await expect.element(field).toHaveValue("very fragile");
  await expect.element(field).toHaveFocus();
  expect(done).toEqual([]);
});

const places = ["state", "second", "below", "lead", "third", "thirdEnd", "none"] as const;

test.each([390, 320])(
  "on a phone %i wide a row with places is a card of three lines",
  async (width) => {
    await page.viewport(width, 800);
    const long = "What is too long for a line of a telephone and therefore goes on below";
    const screen = await render(
      <MantineProvider theme={theme} env="test">
        <DataTable
          label="Parcels"
          rows={parcels}
          rowKey={(parcel) => parcel.number}
          empty={<p>Nothing here</p>}
          columns={[
            { key: "number", header: "Number", isTitle: true, cell: (p) => p.number },
            ...places.map((place) => ({
              key: place,
              header: `Header ${place}`,
              place,
              cell: (p: Parcel) =>
                p.number === "SF2" && place === "third" ? (
                  <span data-none>–</span>
                ) : (
                  `${place === "second" || place === "third" ? long : place} ${p.number}`
                ),
            })),
          ]}
        />
      </MantineProvider>,
    );
    const row = screen.getByRole("row").nth(1);
    await expect.element(row.getByText("SF1", { exact: true })).toBeVisible();
    const cell = (place: string) =>
      row.element().querySelector(`[data-place="${place}"]`) as HTMLElement;
    const box = (place: string) => cell(place).getBoundingClientRect();
    const title = row.getByText("SF1", { exact: true }).element().getBoundingClientRect();
    expect(Math.abs(box("state").top - title.top)).toBeLessThan(3);
    expect(box("below").top).toBe(box("second").top);
    expect(box("second").top).toBeGreaterThanOrEqual(title.bottom);
    expect(box("second").right).toBeLessThanOrEqual(box("below").left);
    for (const place of ["lead", "third", "thirdEnd"]) {
      expect(box(place).top).toBeGreaterThanOrEqual(box("second").bottom);
    }
    // What is too long for its line goes on below, and is not cut.
    expect(box("third").height).toBeGreaterThan(24);
    for (const { scrollWidth, clientWidth } of ["second", "third"].map(cell)) {
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
    expect(box("lead").right).toBeLessThanOrEqual(box("third").left);
    expect(box("third").right).toBeLessThanOrEqual(box("thirdEnd").left);
    expect(box("thirdEnd").right).toBe(box("state").right);
    expect(cell("none").checkVisibility()).toBe(false);
    expect(cell("state").querySelector("[aria-hidden]")?.checkVisibility()).toBe(false);
    expect(screen.getByText("–").element().checkVisibility()).toBe(false);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
