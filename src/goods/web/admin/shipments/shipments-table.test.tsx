import { afterEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import type { ListedShipment } from "#goods/contract/packages.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import ShipmentsPage from "./shipments-page.tsx";

afterEach(() => page.viewport(1280, 800));

test.each([
  // Less than what a window of 1280 pixels leaves beside the sidebar.
  [900, ""],
  // The narrowest window with a table, less the margins of the page.
  [768, "0 1rem"],
])(
  "a package that waits for parcels leaves its row the place of the buttons (%i px)",
  async (width, margins) => {
    await page.viewport(width, 800);
    document.body.style.padding = margins;
    onTestFinished(() => void document.body.style.removeProperty("padding"));
    const waiting: ListedShipment = {
      ...parcelUnderWay,
      userEmail: mei.email,
      customer: meiAsCustomer,
      status: "pending",
      legs: parcelUnderWay.legs.map((leg) => ({ ...leg, status: "pending" })),
      stage: "gathering",
      parcelsCount: 2,
      description: "Two winter coats and a long description of them",
    };
    const { screen } = await showScreen({
      element: <ShipmentsPage />,
      path: "/admin/dashboard/shipments",
      answers: {
        packages: {
          listShipments: async () => ({
            items: [waiting],
            total: 1,
            counts: { all: 1, active: 1, delivered: 0 },
          }),
        },
      },
    });
    await expect.element(screen.getByText("Waiting for 2 parcels")).toBeVisible();
    const name = `View details of ${waiting.trackingNumber}`;
    await expect.element(screen.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    const places = [...document.querySelectorAll("table")].map(
      ({ parentElement }) => parentElement,
    );
    expect(places.map((place) => (place?.scrollWidth ?? 0) - (place?.clientWidth ?? 0))).toEqual([
      0,
    ]);
  },
);
