import { afterEach, expect, test, vi } from "vitest";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ShippingLabelsPage from "./shipping-labels-page.tsx";

const accepted: PackageToLabel = {
  shipRequestId: "00000000-0000-4000-8000-000000000601",
  packageId: "00000000-0000-4000-8000-000000000611",
  reference: "SR000123",
  packageNumber: 1024,
  memberCode: "S7K32QX",
  countryCode: "GB",
  serviceName: "Hongkong Post air",
  carrierCode: "hk-post",
  weightGrams: 2350,
  parcelsCount: 4,
  acceptedAt: "2031-04-02T08:30:00.000Z",
  unprintableFields: [],
  obstacle: null,
  lackingLines: [],
  label: null,
};

afterEach(() => {
  removeDraftsOf(mei.id);
  vi.restoreAllMocks();
});

/** The page with one package whose label is not made; the addresses that it opens, and how often it read its list. */
async function showStopped(obstacle: PackageToLabel["obstacle"]) {
  const opened: string[] = [];
  vi.spyOn(window, "open").mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
  const read: string[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShippingLabelsPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/shipping-labels",
    address: "/admin/dashboard/shipping-labels",
    answers: {
      labels: {
        listPackagesToLabel: async ({ state = "" }) => {
          read.push(state);
          return { items: [accepted], total: 1 };
        },
        makeLabel: async () => ({ ...accepted, obstacle }),
      },
    },
  });
  return { screen, opened, read };
}

const stops = [
  [
    "goods",
    "No label made: Its service no longer takes what is in the box. The customer was asked to choose.",
  ],
  [
    "declaration",
    "No label made: It is sent as a gift, but one of its parcels was ordered in a shop. The customer was asked to correct that.",
  ],
] as const;

test.each(stops)(
  "a package that is stopped for %s is not said to have its label",
  async (obstacle, said) => {
    const { screen, opened } = await showStopped(obstacle);
    await screen.getByRole("button", { name: "Make label for SR000123" }).click();
    await expect.poll(shownToasts).toEqual([said]);
    expect(opened).toEqual([]);
  },
);

test.each(stops)(
  "nor is one whose number was typed, which stays where it is stopped for %s",
  async (obstacle, said) => {
    const { screen, opened, read } = await showStopped(obstacle);
    const type = screen.getByRole("button", { name: "Enter number or PDF for SR000123" });
    await type.click();
    const dialog = screen.getByRole("dialog", { name: "Label from the carrier" });
    const number = dialog.getByRole("textbox", { name: "Tracking number" });
    await number.fill("RA123456785HK");
    const before = read.length;
    await dialog.getByRole("button", { name: "Make label" }).click();
    await expect.poll(shownToasts).toEqual([said]);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(opened).toEqual([]);
    await expect.poll(() => read.length).toBeGreaterThan(before);
    await expectAccessible();
    await type.click();
    await expect.element(number).toHaveValue("RA123456785HK");
  },
);
