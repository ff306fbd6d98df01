import { expect, test } from "vitest";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { expectedParcel, openPackage, receivedParcel } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, meiAsCustomer } from "#test/screen/users.ts";
import ShipmentsPage from "./shipments-page.tsx";

test("the parcels of a shipment are listed for staff, who cannot move them", async () => {
  const pkg = { ...openPackage, userEmail: mei.email, customer: meiAsCustomer };
  const { screen } = await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments/:packageId?",
    address: `/admin/dashboard/shipments/${pkg.id}`,
    answers: {
      packages: {
        listShipments: async () => ({
          items: [pkg],
          total: 1,
          counts: { all: 1, active: 1, delivered: 0 },
        }),
        readShipment: async () => ({
          package: pkg,
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          planMaxWeightGrams: null,
          shipRequestReference: "SR000012",
        }),
        listQrCodes: async () => ({ items: [] }),
      },
      inboundParcels: {
        listShipmentParcels: async () => ({ items: [expectedParcel, receivedParcel] }),
      },
    },
  });
  const dialog = screen.getByRole("dialog", { name: /SF1234567890123/ });
  const parcels = dialog.getByRole("region", { name: "Parcels" });
  await expect
    .element(dialog.getByText(`${packageNumberText(pkg.number)} · SR000012`, { exact: true }))
    .toBeVisible();
  await expect.element(parcels.getByText("SF4000000000001")).toBeVisible();
  await expect.element(parcels.getByText("In storage")).toBeVisible();
  await expect.element(parcels.getByRole("button")).not.toBeInTheDocument();
  await expect.element(dialog.getByText("1 of 2 parcels is here")).toBeVisible();
});
