import { expect, test } from "vitest";
import { meiAsCustomer, mei, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { PermissionsContext, WarehouseEnteredContext } from "#ui/web/permissions.ts";
import ShipmentsPage from "./shipments-page.tsx";

const home = "/admin/dashboard/shipments";

async function show(options: { hasWarehouse: boolean; mayExport: boolean; delivered?: number }) {
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => work !== "packageChanges" || options.mayExport}>
        <WarehouseEnteredContext value={options.hasWarehouse}>
          <ShipmentsPage />
        </WarehouseEnteredContext>
      </PermissionsContext>
    ),
    path: home,
    answers: {
      packages: {
        listShipments: async () => ({
          items: [{ ...parcelUnderWay, userEmail: mei.email, customer: meiAsCustomer }],
          total: 45,
          counts: { all: 1204, active: 1203, delivered: options.delivered ?? 1 },
        }),
      },
    },
  });
  await expect.element(screen.getByRole("tab", { name: "Active 1,203" })).toBeVisible();
  return screen;
}

test("what the filter lists is exported with carrier, label and price", async () => {
  const screen = await show({ hasWarehouse: true, mayExport: true });
  await screen.getByRole("tab", { name: "Active 1,203" }).click();
  const link = screen.getByRole("link", { name: "Export Shipments (45)" });
  await expect.element(link).toBeVisible();
  const address = () => new URL((link.element() as HTMLAnchorElement).href);
  await expect.poll(() => address().searchParams.get("tab")).toBe("active");
  expect(address().pathname).toBe("/api/admin/shipments/shipments.csv");
});

test.each([
  [{ hasWarehouse: false, mayExport: true }, ["Export Delivered (1)"]],
  [{ hasWarehouse: false, mayExport: true, delivered: 0 }, []],
  [{ hasWarehouse: true, mayExport: false }, []],
])("with %o the page offers these files: %j", async (options, names) => {
  const screen = await show(options);
  const links = screen.getByRole("link", { name: /^Export/ }).elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
});
