// What a person sees of a table: its rows, its order and its pages, and what stands there without rows.
import { MantineProvider } from "@mantine/core";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { DataTable } from "./data-table.tsx";
import { useTableView } from "./table-view.ts";
import { theme } from "./theme.ts";

type Parcel = { number: string; destination: string };

const parcels: readonly Parcel[] = [
  { number: "SF1", destination: "Germany" },
  { number: "SF2", destination: "Japan" },
];

function ParcelTable(props: { rows: readonly Parcel[] | undefined; total: number }) {
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
  const router = createMemoryRouter(
    [{ path: "*", element: <ParcelTable rows={rows} total={total} /> }],
    { initialEntries: [address] },
  );
  const screen = await render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { screen, router };
}

test("rows stand under their headers", async () => {
  const { screen } = await showTable(parcels);
  await expect.element(screen.getByRole("columnheader", { name: "Destination" })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Japan" })).toBeVisible();
  await expect.element(screen.getByText("1–2 of 5")).toBeVisible();
});

test("a header sorts, then sorts the other way round, and the address keeps it", async () => {
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

test("another page is an address, and the first page needs none", async () => {
  const { screen, router } = await showTable(parcels);
  await screen.getByRole("button", { name: "Page 3" }).click();
  expect(router.state.location.search).toBe("?page=3");
  await expect.element(screen.getByText("5–5 of 5")).toBeVisible();
  await screen.getByRole("button", { name: "Page 1" }).click();
  expect(router.state.location.search).toBe("");
});

test("a search begins at the first page again", async () => {
  const { screen, router } = await showTable(parcels, "/?page=3&tab=all");
  await screen.getByRole("textbox", { name: "Search" }).fill("x");
  expect(router.state.location.search).toBe("?tab=all&search=x");
});

test("a page that is no number is the first", async () => {
  const { screen } = await showTable(parcels, "/?page=-4e9");
  await expect.element(screen.getByText("1–2 of 5")).toBeVisible();
});

test("without rows the empty state stands there, and placeholders while they load", async () => {
  const { screen } = await showTable([], "/", 0);
  await expect.element(screen.getByText("Nothing here")).toBeVisible();
  const loading = await showTable(undefined);
  await expect
    .element(loading.screen.getByRole("table", { name: "Parcels" }))
    .toHaveAttribute("aria-busy", "true");
});
