// What is declared to customs: on the page that ships, and on that of a request that waits for it.
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { RequestDeclaration } from "#shipping/contract/declarations.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { openPackage, secondParcel } from "#test/screen/parcels.ts";
import { incompleteDeclaration, requestDeclaration } from "#test/screen/declarations.ts";
import {
  acceptedRequest,
  newRequest,
  packedRequest,
  surfaceQuote,
} from "#test/screen/ship-requests.ts";
import { shippingAnswers } from "#test/screen/shipping-answers.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ShipPage from "./ship-page.tsx";
import ShipRequestPage from "./ship-request-page.tsx";

afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

async function showShipPage(overrides: FakeAnswers = {}) {
  return await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShipPage />
      </DraftOwner>
    ),
    path: "/dashboard/packages/:packageId/ship",
    address: `/dashboard/packages/${openPackage.id}/ship`,
    others: { "/dashboard/ship-requests/:shipRequestId": <p>The ship request</p> },
    answers: shippingAnswers(overrides),
    hasPortals: true,
  });
}

async function showRequest(
  request: ShipRequest,
  declared: RequestDeclaration,
  operations: NonNullable<FakeAnswers["shipRequests"]> = {},
) {
  return await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShipRequestPage />
      </DraftOwner>
    ),
    path: "/dashboard/ship-requests/:shipRequestId",
    address: `/dashboard/ship-requests/${request.id}`,
    answers: shippingAnswers({
      shipRequests: {
        readShipRequest: async () => request,
        readDeclaration: async () => declared,
        ...operations,
      },
    }),
    hasPortals: true,
  });
}

test("what is complete is one line, and a category goes with the request", async () => {
  const sent: unknown[] = [];
  const { screen } = await showShipPage({
    shipRequests: {
      shipParcels: async (input) => {
        sent.push(input);
        if (sent.length === 1) throw rejected("category_not_possible");
        return newRequest;
      },
    },
  });
  const summary = screen.getByText(/^2 lines · USD.42\.10$/);
  await expect.element(summary).toBeVisible();
  await expect.element(screen.getByText("Printed books", { exact: false })).not.toBeVisible();
  await screen.getByText("Sent as: Bought goods").click();
  await screen.getByRole("combobox", { name: "Why it is sent" }).click();
  await screen.getByRole("option", { name: "Gift" }).click();
  await screen.getByRole("button", { name: "Request shipping" }).click();
  const who = screen.getByRole("textbox", { name: "Who gave it?" });
  await expect.element(who).toHaveFocus();
  await who.fill("My aunt");
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(who).toHaveValue("My aunt");
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(sent[1]).toMatchObject({ category: "gift", categoryText: "My aunt" });
});

test("what is missing is named and stated over the page, on which nothing is lost", async () => {
  await page.viewport(390, 844);
  const saved: unknown[] = [];
  let declared = incompleteDeclaration;
  const { screen } = await showShipPage({
    shipRequests: { readParcelsDeclaration: async () => declared },
    goods: {
      saveItems: async (input) => {
        saved.push(input);
        declared = { ...requestDeclaration };
        return { items: [], warnings: [] };
      },
    },
  });
  await expect.element(screen.getByText("Line 1 needs the price that you paid.")).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByText("Note to the packer", { exact: true }).first().click();
  const note = screen.getByRole("textbox", { name: "Note to the packer" });
  await note.fill("Keep the box");
  await screen.getByRole("button", { name: /^Complete what is inside/ }).click();
  await screen.getByRole("textbox", { name: "Price each" }).fill("19");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.element(screen.getByText(/^2 lines · USD.42\.10$/)).toBeVisible();
  await expect.element(note).toHaveValue("Keep the box");
  expect(saved).toMatchObject([
    { inboundParcelId: secondParcel.id, items: [{ unitValueMinor: 1_900 }] },
  ]);
});

test("what customs may ask about goods is said with them, and a low price is confirmed there", async () => {
  const saved: unknown[] = [];
  const declared = {
    ...requestDeclaration,
    parcels: requestDeclaration.parcels.map((parcel) => ({
      ...parcel,
      isValueLow: true,
      warnings: [
        { index: 0, kind: "single_word" as const, stopWords: [] },
        { index: 0, kind: "low_value" as const, stopWords: [] },
      ],
    })),
  };
  const { screen } = await showShipPage({
    shipRequests: { readParcelsDeclaration: async () => declared },
    goods: {
      saveItems: async (input) => {
        saved.push(input);
        return { items: [], warnings: [] };
      },
    },
  });
  await screen.getByText(/^2 lines · USD.42\.10$/).click();
  await expect.element(screen.getByText(/^Line 1: add what it is made of/).first()).toBeVisible();
  await screen.getByRole("button", { name: /^Change what is inside Oolong/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/costs less than half a US dollar/)).toBeVisible();
  await dialog.getByRole("checkbox", { name: "This is what I paid" }).click();
  await dialog.getByRole("button", { name: "Save goods" }).click();
  await expect.poll(() => saved).toMatchObject([{ isValueConfirmed: true }]);
});

test("what customs of the destination ask besides is said, and stops nothing", async () => {
  const asked: unknown[] = [];
  const withoutIdentifiers = [
    { inboundParcelId: secondParcel.id, index: 0 },
    { inboundParcelId: secondParcel.id, index: 2 },
  ];
  const { screen } = await showShipPage({
    shipRequests: {
      readParcelsDeclaration: async (input) => {
        asked.push(input);
        return { ...requestDeclaration, withoutIdentifiers };
      },
    },
  });
  await expect
    .element(screen.getByText(/^Lines 1(?:,| and) 3: customs there ask for the shop’s item number/))
    .toBeVisible();
  expect(asked[0]).toMatchObject({ countryCode: "US", category: "sale", commerceType: "b2c" });
  await expect.element(screen.getByRole("button", { name: "Request shipping" })).toBeEnabled();
});

test("a request that waits for it shows prices that cannot be accepted yet", async () => {
  const waiting: ShipRequest = { ...packedRequest, waitingReason: "declaration" };
  const { screen } = await showRequest(waiting, {
    ...requestDeclaration,
    ...incompleteDeclaration,
  });
  await expect.element(screen.getByText(/Customs asks what is inside/)).toBeVisible();
  await expect.element(screen.getByText("Line 1 needs the price that you paid.")).toBeVisible();
  await expect.element(screen.getByText("1,250 g, divided by us").first()).toBeVisible();
  await expect.element(screen.getByText("$17.10").first()).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("button", { name: "Leave parcels out" }).click();
  await expect.element(screen.getByRole("dialog")).toBeVisible();
});

test("what staff corrected is confirmed by one press", async () => {
  const [last] = packedRequest.events;
  if (last === undefined) throw new Error("There is no event.");
  const correction = { ...last, id: "correction", kind: "declaration_changed" as const };
  let request: ShipRequest = {
    ...packedRequest,
    waitingReason: "declaration",
    serviceCode: surfaceQuote.service.code,
    events: [...packedRequest.events, { ...correction, reason: "It is of clay" }],
  };
  const [first, ...others] = requestDeclaration.parcels;
  const corrected = {
    ...requestDeclaration,
    signedAt: "2031-04-07T02:00:00.000Z",
    isToConfirm: true,
    approved: {
      serviceCode: surfaceQuote.service.code,
      amountCents: surfaceQuote.totalCents,
    },
    parcels: first === undefined ? [] : [{ ...first, correctedItems: [0] }, ...others],
  };
  const { screen } = await showRequest(request, corrected, {
    readShipRequest: async () => request,
    confirmDeclaration: async () => {
      request = acceptedRequest;
      return request;
    },
  });
  await expect.element(screen.getByText("Corrected by us")).toBeVisible();
  await expect.element(screen.getByText("Why: It is of clay")).toBeVisible();
  await expect
    .element(screen.getByText("With your yes, the package goes on at this price."))
    .toBeVisible();
  await expectAccessible();
  // The same price is accepted again: there is none to choose.
  await expect.element(screen.getByText(/You can accept one of these/)).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Yes, that is what I bought" }).click();
  await expect.element(screen.getByText(/\$25\.10 is on hold/).first()).toBeVisible();
});

const { code: serviceCode } = surfaceQuote.service;
const priceCents = surfaceQuote.totalCents - surfaceQuote.extraServiceCents;

test.each([
  ["up to its price", { serviceCode, amountCents: priceCents }, 1],
  ["to less than its price", { serviceCode, amountCents: priceCents - 1 }, 2],
  ["to no price", null, 2],
])(
  "a yes of one who said yes %s shows what can be accepted or goes on",
  async (_case, approved, count) => {
    const { screen } = await showRequest(
      { ...packedRequest, waitingReason: "declaration", serviceCode },
      { ...requestDeclaration, isToConfirm: true, approved },
    );
    // Nothing was corrected: their word is what is missing.
    await expect.element(screen.getByText(/^All goods are described now/)).toBeVisible();
    await expect.element(screen.getByText(/^We corrected how/)).not.toBeInTheDocument();
    await expect
      .element(screen.getByRole("button", { name: "Yes, that is what I bought" }))
      .toBeVisible();
    await expect.element(screen.getByText("$17.10").first()).toBeVisible();
    const said = count === 2 ? /You can accept one of these/ : /goes on at this price\./;
    await expect.element(screen.getByText(said)).toBeVisible();
    const prices = screen.getByRole("region", { name: count === 2 ? "Services" : "Price" });
    expect(prices.getByRole("listitem").elements()).toHaveLength(count);
    const other = prices.getByText("$25.10").elements().length > 0;
    expect(other).toBe(count === 2);
  },
);

test("a gift that was ordered in a shop says what to change, and is not confirmed", async () => {
  const { screen } = await showRequest(
    { ...packedRequest, waitingReason: "declaration", category: "gift" },
    { ...requestDeclaration, category: "gift", categoryText: "Aunt Mei", mayBeGift: false },
  );
  await expect.element(screen.getByText(/^One of the parcels was ordered in a shop/)).toBeVisible();
  await expect.element(screen.getByText(/^We corrected how/)).not.toBeInTheDocument();
  const title = screen.getByRole("heading", { name: "It cannot go as a gift" });
  await expect.element(title).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Change why it is sent" })).toBeVisible();
  const asked = screen.getByRole("heading", { name: "What is inside?" });
  await expect.element(asked).not.toBeInTheDocument();
});

test("what was corrected since it was shown is not confirmed", async () => {
  const [first] = requestDeclaration.parcels;
  const corrected = {
    ...requestDeclaration,
    isToConfirm: true,
    parcels: first === undefined ? [] : [{ ...first, correctedItems: [0] }],
  };
  const sent: string[] = [];
  const { screen } = await showRequest(
    { ...packedRequest, waitingReason: "declaration" },
    corrected,
    {
      confirmDeclaration: async ({ declaredHash }) => {
        sent.push(declaredHash);
        throw rejected("conflict");
      },
    },
  );
  await screen.getByRole("button", { name: "Yes, that is what I bought" }).click();
  await expect.poll(shownToasts).not.toEqual([]);
  expect(sent).toEqual([requestDeclaration.declaredHash]);
  await expect
    .element(screen.getByRole("button", { name: "Yes, that is what I bought" }))
    .toBeVisible();
});

test("nothing is accepted of which the declaration did not load", async () => {
  const { screen } = await showRequest(packedRequest, requestDeclaration, {
    readDeclaration: async () => {
      throw rejected("unexpected");
    },
  });
  await expect.element(screen.getByText("$17.10").first()).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
});

test("who accepts is named where they sign", async () => {
  const { screen } = await showRequest(packedRequest, requestDeclaration);
  await expect
    .element(screen.getByText(/^By accepting, Mei Tan confirms that what is declared/))
    .toBeVisible();
});

test("an accepted declaration is signed, and warns before it is changed", async () => {
  const signed = { ...requestDeclaration, signedAt: "2031-04-07T02:00:00.000Z" };
  const { screen } = await showRequest(acceptedRequest, signed);
  await expect.element(screen.getByText(/^Signed/)).toBeVisible();
  await screen.getByRole("button", { name: /^Change what is inside Oolong/ }).click();
  await expect.element(screen.getByText(/^You have accepted a price/)).toBeVisible();
});
