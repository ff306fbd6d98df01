import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import {
  awaitedParcel,
  measuredParcel,
  openPackage,
  parcelsFake,
  secondParcel,
} from "#test/screen/parcels.ts";
import { extraServices, newRequest } from "#test/screen/ship-requests.ts";
import { shippingAnswers } from "#test/screen/shipping-answers.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ShipPage from "./ship-page.tsx";

afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

const packedParcel: InboundParcel = { ...measuredParcel, state: "packed" };
const shelved: ShelvedBox = {
  box: {
    weightGrams: 1400,
    sidesMm: [300, 200, 150],
    boxName: "Small box",
    packedAt: "2031-03-01T08:00:00.000Z",
  },
  inboundParcelIds: [packedParcel.id],
  unpacking: null,
};
const unpackService = {
  code: "unpack",
  name: "Take a packed box apart",
  per: "package",
  priceCents: 150,
  isFree: false,
  promisedHours: 48,
  canRefuse: false,
} as const;
const order: NonNullable<ShelvedBox["unpacking"]> = {
  id: "0195a1f0-0000-7000-8000-00000000a001",
  code: "unpack",
  name: unpackService.name,
  per: "package",
  inboundParcelId: null,
  packageId: openPackage.id,
  shipRequestId: null,
  quantity: 1,
  state: "ordered",
  dueAt: "2031-03-05T08:00:00.000Z",
  resultText: "",
  checkedItems: [],
  images: [],
  createdAt: "2031-03-03T08:00:00.000Z",
  endedAt: null,
  priceCents: 150,
  shortfallCents: 0,
};

/** The page of a package with a box on the shelf; its state is read again after each change. */
async function showBox(
  first: ShelvedBox,
  overrides: FakeAnswers = {},
  service: typeof unpackService | { readonly isFree: true } = unpackService,
) {
  let now = first;
  const answers = shippingAnswers({
    ...overrides,
    extraServices: {
      listExtraServices: async () => ({
        items: [...extraServices, { ...unpackService, ...service }],
      }),
      ...overrides.extraServices,
    },
    shipRequests: { readShelvedBox: async () => now, ...overrides.shipRequests },
  });
  const shown = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShipPage />
      </DraftOwner>
    ),
    path: "/dashboard/packages/:packageId/ship",
    address: `/dashboard/packages/${openPackage.id}/ship`,
    others: { "/dashboard/ship-requests/:shipRequestId": <p>The ship request</p> },
    answers: {
      ...answers,
      inboundParcels: parcelsFake([packedParcel, secondParcel, awaitedParcel]),
    },
    hasPortals: true,
  });
  return {
    ...shown,
    become: (next: ShelvedBox) => {
      now = next;
    },
  };
}

test("a packed box goes as it is: what is in it, what leaves the package, and exactly that is sent", async () => {
  await page.viewport(390, 844);
  const sent: unknown[] = [];
  const { screen } = await showBox(shelved, {
    shipRequests: {
      requestShipping: async (input) => {
        sent.push(input);
        if (sent.length === 1) throw rejected("box_goes_as_it_is");
        return newRequest;
      },
    },
  });
  await expect
    .element(screen.getByText(/packed already and goes as it is, with everything in it/))
    .toBeVisible();
  const inBox = screen.getByRole("region", { name: "In the box", exact: true });
  await expect.element(inBox.getByText(packedParcel.trackingNumber ?? "")).toBeVisible();
  const others = screen.getByRole("region", { name: "Not in the box" });
  for (const { trackingNumber } of [secondParcel, awaitedParcel]) {
    await expect.element(others.getByText(trackingNumber)).toBeVisible();
  }
  await expect
    .element(others.getByText(/leave the package when you request shipping/))
    .toBeVisible();
  expect(screen.getByRole("checkbox", { name: /^Send / }).elements()).toEqual([]);
  expect(screen.getByRole("checkbox", { name: "Bubble wrap" }).elements()).toEqual([]);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect
    .element(screen.getByText(/^The packed box on the shelf goes as it is/))
    .toBeVisible();
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(sent[1]).toMatchObject({ inboundParcelIds: [packedParcel.id], extraServices: [] });
});

test("it is unpacked for its price after a yes, which can be cancelled, and then parcels are chosen", async () => {
  await page.viewport(390, 844);
  const keys: string[] = [];
  const cancelled: unknown[] = [];
  const shown = await showBox(shelved, {
    extraServices: {
      requestExtraService: async (input) => {
        expect(input).toMatchObject({ code: "unpack", packageId: openPackage.id });
        keys.push(input.idempotencyKey);
        if (keys.length === 1) throw new TypeError("Failed to fetch");
        if (keys.length === 2) throw rejected("insufficient_balance");
        shown.become({ ...shelved, unpacking: order });
        return order;
      },
      cancelExtraService: async (input) => {
        cancelled.push(input);
        shown.become({ ...shelved, unpacking: { ...order, state: "cancelled" } });
        return { ...order, state: "cancelled" };
      },
    },
  });
  const { screen } = shown;
  const unpack = screen.getByRole("button", { name: "Unpack the box" });
  await expect.element(screen.getByText("$1.50 · Done within 48 hours.")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Unpack the box?" });
  const confirm = async () => {
    await unpack.click();
    await expect.element(dialog.getByText(/^\$1\.50 is held now and charged/)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Unpack the box" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await confirm();
  await expect.element(screen.getByText(/^An unexpected error/).first()).toBeVisible();
  await confirm();
  await expect.element(screen.getByText(/^Your wallet does not have enough/)).toBeVisible();
  await confirm();
  await expect.element(screen.getByText("The box is being unpacked")).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  await expect.element(screen.getByText("Ordered")).toBeVisible();
  expect(screen.getByRole("button", { name: "Request shipping" }).elements()).toEqual([]);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole("button", { name: "Cancel the unpacking" }).click();
  await expect.element(unpack).toBeVisible();
  expect(cancelled).toEqual([{ extraServiceRequestId: order.id }]);
});

test("what is included in the plan is held for nothing, what is done or was not possible is said", async () => {
  const free = await showBox(
    { ...shelved, unpacking: { ...order, state: "refused", resultText: "It is glued." } },
    {},
    { isFree: true },
  );
  await expect
    .element(free.screen.getByText(/could not be unpacked, so nothing was charged. It is glued./))
    .toBeVisible();
  await free.screen.getByRole("button", { name: "Unpack the box" }).click();
  await expect.element(page.getByText(/^It is included in your plan\. Until/)).toBeVisible();
  await free.screen.unmount();
  const done = await showBox({
    box: null,
    inboundParcelIds: [],
    unpacking: { ...order, state: "done", endedAt: "2031-03-04T08:00:00.000Z" },
  });
  await expect
    .element(done.screen.getByText("The box was unpacked. Choose which parcels go."))
    .toBeVisible();
});
