import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { openPackage } from "#test/screen/parcels.ts";
import { recipient } from "#test/screen/ship-requests.ts";
import { parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { TravellingPackages } from "./travelling-packages.tsx";

afterEach(() => page.viewport(1280, 800));

const withoutNumber: ListedPackage = {
  ...parcelUnderWay,
  id: "00000000-0000-4000-8000-000000000031",
  trackingNumber: "YT8800000000031",
  contents: "Desk mat",
  legs: parcelUnderWay.legs.map((leg) => ({ ...leg, trackingNumber: null })),
};

async function showTravelling(
  listed: () => readonly ListedPackage[],
  packages: FakeAnswers["packages"] = {},
) {
  const asked: unknown[] = [];
  const { screen } = await showScreen({
    element: (
      <>
        <p>Track Shipment</p>
        <TravellingPackages />
      </>
    ),
    path: "/dashboard/track",
    answers: {
      packages: {
        listPackages: async (input) => {
          asked.push(input);
          const items = [...listed()];
          return {
            items,
            total: items.length,
            counts: { all: items.length, active: items.length, delivered: 0 },
          };
        },
        readPackage: async ({ packageId }) => ({
          package: packageId === withoutNumber.id ? withoutNumber : parcelUnderWay,
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient,
          returnsQuota: false,
        }),
        ...packages,
      },
    },
  });
  return { screen, asked };
}

test("the packages that travel are listed with the next place, each tracked by the number of its moving leg", async () => {
  const { screen, asked } = await showTravelling(() => [
    parcelUnderWay,
    openPackage,
    withoutNumber,
  ]);
  const rows = screen.getByRole("listitem");
  await expect.element(rows.first().getByText("Ceramic tea set")).toBeVisible();
  expect(rows.elements()).toHaveLength(2);
  await expect.element(rows.first().getByText("Next: Singapore")).toBeVisible();
  await expect
    .element(rows.first().getByRole("link", { name: "SF1234567890123", exact: true }))
    .toHaveAttribute("href", `/dashboard/packages?package=${parcelUnderWay.id}`);
  await expect
    .element(screen.getByRole("link", { name: "Track SF1234567890123" }))
    .toHaveAttribute("href", "/dashboard/track?number=EB000717595HK");
  await expect
    .element(screen.getByRole("link", { name: "Track YT8800000000031" }))
    .toHaveAttribute("href", "/dashboard/track?number=YT8800000000031");
  expect(asked).toEqual([{ tab: "active", pageSize: 20 }]);
  await expectAccessible();
});

test("they fit on a narrow phone", async () => {
  await page.viewport(320, 700);
  const { screen } = await showTravelling(() => [parcelUnderWay]);
  await expect.element(screen.getByText("Next: Singapore")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("where none travels there is no card", async () => {
  const { screen, asked } = await showTravelling(() => [openPackage]);
  await expect.poll(() => asked.length).toBe(1);
  await expect.element(screen.getByText("Track Shipment")).toBeVisible();
  await expect.element(screen.getByText("On the way")).not.toBeInTheDocument();
});

test("a list that cannot be loaded says so, and is loaded on request", async () => {
  let isFailing = true;
  const { screen } = await showTravelling(() => {
    if (isFailing) throw rejected("unavailable");
    return [parcelUnderWay];
  });
  await expect
    .element(screen.getByText("Your packages on the way could not be loaded."))
    .toBeVisible();
  isFailing = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Next: Singapore")).toBeVisible();
});

test("a package whose arrival cannot be read is listed without it", async () => {
  const { screen } = await showTravelling(() => [parcelUnderWay], {
    readPackage: async () => {
      throw rejected("unavailable");
    },
  });
  await expect.element(screen.getByText("Next: Singapore")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Track SF1234567890123" }))
    .toBeInTheDocument();
});
