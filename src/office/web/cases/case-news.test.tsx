// What the pages of things answer first to 'it never came'.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import ParcelPage from "#goods/web/parcels/parcel-page.tsx";
import ShipRequestPage from "#shipping/web/ship-requests/ship-request-page.tsx";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { PackageShipRequestState } from "#goods/rules/package-stage.ts";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { MoneyTerms } from "#office/contract/case-money.ts";
import { moneyProblems } from "#office/rules/case-money.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { aCase } from "#test/screen/cases.ts";
import { type FakeAnswers } from "#test/screen/fake-client.ts";
import { expectedParcel, nothingAsked, openPackage, receivedParcel } from "#test/screen/parcels.ts";
import { acceptedRequest, newRequest, recipient } from "#test/screen/ship-requests.ts";
import { shippingAnswers } from "#test/screen/shipping-answers.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";

const terms: MoneyTerms = {
  windows: moneyProblems.map((problem) => ({
    problem,
    state: "open",
    from: "2031-04-20",
    until: "2031-04-27",
  })),
  goods: [],
  paidCents: 1_000,
  givenCents: 0,
  usual: { handedOverOn: "2031-04-01", days: 11, by: "2031-04-12", isMeasured: true },
};

const arrived: CarrierEvent = {
  id: "1",
  legNumber: 1,
  stage: "out_for_delivery",
  description: "At the gate of Hamburg",
  place: "Hamburg",
  country: "DE",
  occurredAt: "2031-04-10T10:00:00.000Z",
  localTime: "2031-04-10 12:00:00",
  utcOffsetMinutes: 120,
  timeConfidence: "exact",
  byStaff: false,
};

const details: OwnPackageDetails = {
  package: { ...openPackage, status: "in_transit" },
  recipient,
  events: [],
  images: [],
  charges: [],
  carrierEvents: [arrived],
  estimates: [],
  returnsQuota: false,
};

function answersOf(opened: unknown[], others: FakeAnswers, money = terms): FakeAnswers {
  return shippingAnswers({
    packages: { readPackage: async () => details },
    cases: {
      listOwnCases: async () => ({ items: [] }),
      readMoneyTerms: async () => money,
      openCase: async ({ subject, subjectId, asked }) => {
        opened.push({ subject, subjectId, ...asked });
        return aCase();
      },
    },
    ...others,
  });
}

async function showRequest(request: ShipRequest, opened: unknown[] = [], money = terms) {
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShipRequestPage />
      </DraftOwner>
    ),
    path: "/dashboard/ship-requests/:shipRequestId",
    address: `/dashboard/ship-requests/${request.id}`,
    answers: answersOf(opened, { shipRequests: { readShipRequest: async () => request } }, money),
  });
  return await neverCame(screen);
}

async function showParcel(
  parcel: InboundParcel,
  opened: unknown[] = [],
  shipRequestState: PackageShipRequestState | null = null,
) {
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ParcelPage />
      </DraftOwner>
    ),
    path: "/dashboard/parcels/:inboundParcelId",
    address: `/dashboard/parcels/${parcel.id}`,
    answers: answersOf(opened, {
      inboundParcels: {
        readInboundParcel: async () => ({
          goodsItems: [],
          parcel,
          images: [],
          carrierEvents: [],
          events: ["declared" as const, "received" as const]
            .slice(0, parcel.state === "expected" ? 1 : 2)
            .map((kind, index) => ({
              id: String(index),
              kind,
              packageId: null,
              packageNumber: null,
              packageTrackingNumber: null,
              byStaff: kind === "received",
              createdAt: parcel.createdAt,
            })),
          removal: null,
          ...nothingAsked,
          shipRequestState,
        }),
      },
    }),
  });
  return await neverCame(screen);
}

async function neverCame(screen: Awaited<ReturnType<typeof showScreen>>["screen"]) {
  await screen.getByRole("button", { name: "Something is wrong" }).click();
  const form = screen.getByRole("form", { name: "Something is wrong" });
  await form.getByText("It never came").click();
  await expect.element(form.getByText("This is the latest that we know:")).toBeVisible();
  return form;
}

test.each([390, 1280])(
  "at %i pixels a request that was handed over shows the news of its package, and takes money",
  async (width) => {
    await page.viewport(width, 844);
    const opened: unknown[] = [];
    const form = await showRequest({ ...acceptedRequest, state: "handed_over" }, opened);
    await expect.element(form.getByText("At the gate of Hamburg")).toBeVisible();
    await expect.element(form.getByText(/^Nine in ten arrive within 11 days/)).toBeVisible();
    await form.getByRole("textbox", { name: "What happened?" }).fill("Nothing came.");
    await form.getByRole("textbox", { name: /How much do you ask for/ }).fill("10");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await form.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(() => opened)
      .toEqual([{ subject: "package", subjectId: openPackage.id, amountCents: 1_000 }]);
    await page.viewport(1280, 800);
  },
);

test("where all was given back it says so, and not that nothing was declared", async () => {
  const request = { ...acceptedRequest, state: "handed_over" as const };
  const form = await showRequest(request, [], { ...terms, givenCents: 1_000 });
  await expect.element(form.getByText(/^All that can be asked for here/)).toBeVisible();
  await expect.element(form.getByText(/^No value was declared/)).not.toBeInTheDocument();
});

test("where no value was declared it says so", async () => {
  const request = { ...acceptedRequest, state: "handed_over" as const };
  const form = await showRequest(request, [], { ...terms, paidCents: 0 });
  await expect.element(form.getByText(/^No value was declared/)).toBeVisible();
});

test("a request before that shows what happened to it last, and what is next", async () => {
  const events: ShipRequest["events"] = [
    ...newRequest.events,
    { id: "2", kind: "recipient_changed", actor: "customer", createdAt: newRequest.createdAt },
  ];
  const form = await showRequest({ ...newRequest, events, dueAt: "2020-01-01T00:00:00.000Z" });
  await expect.element(form.getByText(/^We pack it next/)).toBeVisible();
  const last = form.getByRole("listitem");
  await expect.element(last.getByText("Recipient changed", { exact: true })).toBeVisible();
  expect(last.elements()).toHaveLength(1);
});

test("a parcel that is awaited says what comes next", async () => {
  const form = await showParcel(expectedParcel);
  await expect.element(form.getByText(/^Once it arrives in our warehouse/)).toBeVisible();
  const last = form.getByRole("listitem");
  await expect.element(last.getByText("Declared", { exact: true })).toBeVisible();
  expect(last.elements()).toHaveLength(1);
});

test("a parcel that is here says so", async () => {
  const form = await showParcel(receivedParcel);
  await expect.element(form.getByText(/^It is in our warehouse/)).toBeVisible();
  await expect.element(form.getByText(/^Received/)).toBeVisible();
  await expect.element(form.getByText(/once we have handed the package over/)).toBeVisible();
});

test.each([
  ["packing", /^It is in our warehouse\. You have asked us to send its package/],
  ["waiting_for_customer", /the ship request waits for you/],
  ["labelled", /^It is packed in our warehouse, and leaves/],
] as const)("a parcel here whose request is %s says so, and where that is", async (state, next) => {
  const packed = { ...receivedParcel, state: "packed" as const, packageId: openPackage.id };
  const form = await showParcel(packed, [], state);
  await expect.element(form.getByText(next)).toBeVisible();
  await expect.element(form.getByText(/once you have it sent/)).not.toBeInTheDocument();
  await expect
    .element(form.getByRole("link", { name: "See the ship request" }))
    .toHaveAttribute("href", `/dashboard/packages/${openPackage.id}/ship`);
});

test("a parcel that has left takes what is wrong with its package", async () => {
  const opened: unknown[] = [];
  const left = { ...receivedParcel, state: "departed" as const, packageId: openPackage.id };
  const form = await showParcel(left, opened);
  await expect.element(form.getByText("At the gate of Hamburg")).toBeVisible();
  await form.getByRole("textbox", { name: "What happened?" }).fill("Nothing came.");
  await form.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => opened).toEqual([{ subject: "package", subjectId: openPackage.id }]);
});
