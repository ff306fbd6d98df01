import { expect, test } from "vitest";
import type { ShipmentEvent } from "#goods/contract/packages.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { PackageHistory } from "./shipment-contents.tsx";

const event = { legNumber: null, before: null, after: null, createdAt: "2031-04-20T08:00:00.000Z" };
const events: ShipmentEvent[] = [
  {
    ...event,
    id: "1",
    kind: "package_created",
    after: "pending",
    byStaff: false,
    byCarrier: false,
    actorEmail: "mei@example.com",
  },
  {
    ...event,
    id: "2",
    kind: "image_deleted",
    before: "box.jpg",
    byStaff: true,
    byCarrier: false,
    actorEmail: "ada@sampan.example",
  },
  {
    ...event,
    id: "3",
    kind: "qr_code_generated",
    legNumber: 2,
    byStaff: true,
    byCarrier: false,
    actorEmail: "grace@sampan.example",
  },
];

test("the history shows the email of staff and hides that of customers", async () => {
  const { screen } = await showScreen({
    element: <PackageHistory events={events} />,
    path: "/admin/dashboard/shipments",
    answers: {},
  });
  await expect.element(screen.getByText("Image deleted: box.jpg")).toBeVisible();
  await expect.element(screen.getByText(/^ada@sampan\.example ·/)).toBeVisible();
  await expect.element(screen.getByText(/^Customer ·/)).toBeVisible();
  await expect.element(screen.getByText("Leg 2: QR code generated")).toBeVisible();
  await expect.element(screen.getByText(/^grace@sampan\.example ·/)).toBeVisible();
});
