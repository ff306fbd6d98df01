import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { looseBatteryRule, stoppedByPost } from "#test/screen/goods-rule.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { requestDeclaration } from "#test/screen/declarations.ts";
import {
  acceptedRequest,
  airQuote,
  airService,
  newRequest,
  packedRequest,
  surfaceQuote,
} from "#test/screen/ship-requests.ts";
import { shippingAnswers } from "#test/screen/shipping-answers.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import type { ApiClient } from "#app/web/api.ts";
import { hasDrafts, removeDraftsOf, writeDraft } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { draftContents, parcelsDraftName, shipDraftName } from "./ship-draft.ts";
import ShipRequestPage from "./ship-request-page.tsx";

afterEach(() => removeDraftsOf(mei.id));

async function showRequest(
  request: ShipRequest,
  operations: Partial<ApiClient["shipRequests"]> = {},
  extraServices: Partial<ApiClient["extraServices"]> = {},
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
      shipRequests: { readShipRequest: async () => request, ...operations },
      extraServices,
    }),
  });
}

const capped = {
  ...packedRequest,
  paymentMode: "automatic_up_to_cap",
  serviceCode: airService.code,
  serviceName: airService.name,
  capCents: 2000,
} as const;

const [first, ...others] = packedRequest.parcels;

test.each<[string, ShipRequest, RegExp, string, "button" | "link"]>([
  ["price", packedRequest, /These prices are exact/, "Accept $17.10", "button"],
  [
    "over_cap",
    { ...capped, waitingReason: "over_cap" },
    /It costs \$24\.60, which is \$4\.60 more than the \$20\.00 that you set/,
    "Accept $25.10",
    "button",
  ],
  [
    "over_plan",
    { ...packedRequest, waitingReason: "over_plan", maximumGrams: 2000 },
    /weighs 2.9 kg, and your plan carries at most 2 kg/,
    "Leave parcels out",
    "button",
  ],
  [
    "top_up",
    { ...packedRequest, waitingReason: "top_up", missingCents: 1240 },
    /Your wallet is \$12\.40 short/,
    "Add $12.40",
    "button",
  ],
  [
    "missing",
    {
      ...newRequest,
      state: "waiting_for_customer",
      waitingReason: "missing",
      parcels: first === undefined ? [] : [{ ...first, state: "missing" }, ...others],
    },
    /We could not find Oolong, 2 tins · SF4000000000002/,
    "Go on without it",
    "button",
  ],
  [
    "lane_closed",
    {
      ...capped,
      waitingReason: "lane_closed",
      quotes: [surfaceQuote],
      services: packedRequest.services.map((one) =>
        one.service.code === airService.code
          ? {
              ...one,
              quoteId: null,
              reasons: [
                {
                  kind: "lane_suspended",
                  suspendedOn: "2031-04-01",
                  destinationCode: "US",
                  reason: "",
                },
              ],
            }
          : one,
      ),
    },
    /Hong Kong Post Air Mail no longer takes this box. Suspended to United States/,
    "Accept $17.10",
    "button",
  ],
  [
    "goods",
    {
      ...capped,
      waitingReason: "goods",
      stopped: stoppedByPost,
      quotes: [surfaceQuote],
      services: packedRequest.services.map((one) =>
        one.service.code === airService.code
          ? { ...one, quoteId: null, reasons: [looseBatteryRule] }
          : one,
      ),
    },
    /^We stopped: the X-ray rules of Hong Kong Post do not allow this\. Freight was not charged\. Not with: Loose battery/,
    "Leave parcels out",
    "button",
  ],
  [
    "declaration",
    { ...packedRequest, waitingReason: "declaration" },
    /^All goods are described now/,
    "Cancel the ship request",
    "button",
  ],
])("a request that waits for %s says why, and what to do", async (_, request, sentence, act) => {
  const { screen } = await showRequest(request);
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: act, exact: true })).toBeVisible();
  await expect.element(screen.getByText("Waiting for you", { exact: true })).toBeVisible();
});

test("a price is accepted once, however often the button is clicked", async () => {
  const accepted: unknown[] = [];
  let request: ShipRequest = packedRequest;
  const { screen } = await showRequest(packedRequest, {
    readShipRequest: async () => request,
    acceptQuote: async (input) => {
      accepted.push(input);
      await new Promise((resolve) => setTimeout(resolve, 50));
      request = acceptedRequest;
      return request;
    },
  });
  await screen.getByRole("radio", { name: airService.name }).click();
  const accept = screen.getByRole("button", { name: "Accept $25.10" });
  await expect.element(accept).toBeVisible();
  const button = accept.element() as HTMLButtonElement;
  for (let click = 0; click < 5; click += 1) button.click();
  await expect.element(screen.getByText(/\$25\.10 is on hold/).first()).toBeVisible();
  expect(accepted).toEqual([
    { quoteId: airQuote.id, declaredHash: requestDeclaration.declaredHash },
  ]);
});

test("what is missing takes the focus of the price that it replaces", async () => {
  let request: ShipRequest = packedRequest;
  const { screen } = await showRequest(packedRequest, {
    readShipRequest: async () => request,
    acceptQuote: async () => {
      request = { ...packedRequest, waitingReason: "top_up", missingCents: 1240 };
      return request;
    },
  });
  await screen.getByRole("button", { name: "Accept $17.10" }).click();
  const missing = screen.getByText(/Your wallet is \$12\.40 short/);
  await expect.element(missing).toBeVisible();
  await expect.poll(() => document.activeElement?.contains(missing.element())).toBe(true);
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(screen.getByText("Payment").first().element())).toBe(
    false,
  );
});

test("on a phone held sideways what replaces a long list of prices begins below the header", async () => {
  await page.viewport(568, 320);
  let request: ShipRequest = packedRequest;
  const { screen } = await showRequest(packedRequest, {
    readShipRequest: async () => request,
    acceptQuote: async () => {
      request = { ...packedRequest, waitingReason: "top_up", missingCents: 1240 };
      return request;
    },
  });
  const accept = screen.getByRole("button", { name: "Accept $17.10" });
  await expect.element(accept).toBeVisible();
  for (const line of document.querySelectorAll("summary")) line.click();
  accept.element().scrollIntoView({ block: "end", behavior: "instant" });
  // Without the focus, as in Safari.
  (accept.element() as HTMLButtonElement).click();
  const title = screen.getByRole("heading", { name: "Add funds to go on" });
  await expect.element(title).toBeVisible();
  const headerHeight = 56;
  await expect
    .poll(() => title.element().getBoundingClientRect().top)
    .toBeGreaterThanOrEqual(headerHeight);
  expect(title.element().getBoundingClientRect().top).toBeLessThan(320 - headerHeight);
  await page.viewport(1280, 800);
});

const [extra] = packedRequest.extraServices;
if (extra === undefined) throw new Error("The request has no extra service.");

test("extra services are listed once for each parcel, by what is in it", async () => {
  const [tea, shoes] = newRequest.parcels;
  const services = [tea, shoes].flatMap((parcel, at) =>
    ["Contents check", "Detail photo"].map((name, index) => ({
      ...extra,
      quantity: 1,
      id: `00000000-0000-4000-8000-0000000009${at}${index}`,
      name,
      inboundParcelId: parcel?.inboundParcelId ?? null,
      state: index === 0 ? ("ordered" as const) : ("done" as const),
    })),
  );
  const film = {
    ...extra,
    id: "00000000-0000-4000-8000-000000000910",
    name: "Stretch film",
    quantity: 1,
  };
  const { screen } = await showRequest({
    ...newRequest,
    extraServices: [...services, { ...film, inboundParcelId: null }],
  });
  await expect.element(screen.getByText("Stretch film")).toBeVisible();
  for (const parcel of [tea, shoes]) {
    const block = screen.getByRole("region", { name: parcel?.description ?? "", exact: true });
    expect(block.elements()).toHaveLength(1);
    await expect.element(block.getByText(parcel?.trackingNumber ?? "")).toBeVisible();
    expect(block.getByRole("listitem").elements()).toHaveLength(2);
    await expect
      .element(
        block.getByRole("button", { name: `Cancel Contents check · ${parcel?.description ?? ""}` }),
      )
      .toBeVisible();
  }
  await expectAccessible();
});

test("the working of a price adds up to its total, with rates and exchange rates", async () => {
  await page.viewport(390, 844);
  const { screen } = await showRequest(acceptedRequest);
  await screen.getByText("Where does this price come from?").first().click();
  const table = screen.getByRole("table", { name: "Where does this price come from?" });
  const amounts = [...table.element().querySelectorAll("td")].map((cell) =>
    Math.round(Number(/\$(\d+\.\d\d)/.exec(cell.textContent)?.[1]) * 100),
  );
  expect(amounts).toEqual([2000, 100, 120, 50, 240, 2510]);
  expect(amounts.slice(0, -1).reduce((sum, cents) => sum + cents, 0)).toBe(2510);
  for (const text of [
    "Up to 2 kg: HK$132.00, and 2 × 0.5 kg more at HK$12.00",
    "5% of HK$156.00",
    "SF4000000000002: 12 days at $0.20",
  ])
    await expect.element(table.getByText(text)).toBeVisible();
  await expect.element(table.getByRole("rowheader", { name: /^Detail photo/ })).toBeVisible();
  await expect
    .element(screen.getByText(/European Central Bank: 1 EUR = 1\.0821 USD · 1 EUR = 8\.4404 HKD$/))
    .toBeVisible();
  await expect
    .element(screen.getByText(/since Jan 1, 2031\. Quote Q-2031-000123/).first())
    .toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 800);
});

test.each([
  ["an open", newRequest, false],
  ["a canceled", { ...newRequest, state: "cancelled", endedAt: newRequest.createdAt }, true],
] as const)("%s request keeps a draft of the form that made it: %s", async (_, request, isKept) => {
  const draft = { values: { note: "Keep the box" }, originals: { note: "" }, version: "" };
  writeDraft(mei.id, shipDraftName(newRequest.packageId ?? ""), draft);
  const { screen } = await showRequest(request);
  await expect.element(screen.getByRole("heading", { name: "Ship request" })).toBeVisible();
  await expect.element(screen.getByText("Please keep the shoe box.")).toBeVisible();
  expect(hasDrafts(mei.id)).toBe(isKept);
});

test.each([
  ["of its parcels", newRequest.parcels.map(({ inboundParcelId }) => inboundParcelId), false],
  ["of others", ["00000000-0000-4000-8000-000000000799"], true],
] as const)("an open request keeps a draft of the shelf %s", async (_, ids, isKept) => {
  const request = { idempotencyKey: crypto.randomUUID(), contents: draftContents(ids) };
  writeDraft(mei.id, parcelsDraftName, { values: {}, originals: {}, version: "", request });
  const { screen } = await showRequest(newRequest);
  await expect.element(screen.getByText("Please keep the shoe box.")).toBeVisible();
  expect(hasDrafts(mei.id)).toBe(isKept);
});

test("cancelling says what it means for the money", async () => {
  let read = packedRequest;
  const { screen } = await showRequest(packedRequest, {
    readShipRequest: async () => read,
    cancelShipRequest: async () => {
      read = { ...newRequest, state: "cancelled", mayCancel: false };
      return read;
    },
  });
  await screen.getByRole("button", { name: "Cancel the ship request" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/^\$0\.50 is charged for extra services/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel the ship request" }).click();
  await expect.element(screen.getByText(/^Nothing is sent\./)).toBeVisible();
});

test("parcels are left out of a box that is above the plan, and at least one stays in it", async () => {
  const sent: unknown[] = [];
  const { screen } = await showRequest(
    { ...packedRequest, waitingReason: "over_plan", maximumGrams: 2000 },
    {
      leaveOutParcels: async ({ inboundParcelIds }) => {
        sent.push(inboundParcelIds);
        return { ...newRequest, state: "packing" };
      },
    },
  );
  await screen.getByRole("button", { name: "Leave parcels out", exact: true }).click();
  const dialog = screen.getByRole("dialog", { name: "Leave parcels out" });
  await dialog.getByRole("button", { name: "Leave out", exact: true }).click();
  await expect.element(dialog.getByText("Choose at least one parcel.")).toBeVisible();
  await expectAccessible();
  const boxes = dialog.getByRole("checkbox");
  await boxes.nth(0).click({ force: true });
  await boxes.nth(1).click({ force: true });
  await dialog.getByRole("button", { name: "Leave out 2 parcels" }).click();
  await expect.element(dialog.getByText("Leave at least one parcel in the box.")).toBeVisible();
  expect(sent).toEqual([]);
  await boxes.nth(1).click({ force: true });
  await dialog.getByRole("button", { name: "Leave out 1 parcel", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual([[packedRequest.parcels[0]?.inboundParcelId]]);
});

test("extra services are ordered until the box is packed, with what they cost together", async () => {
  const ordered: unknown[] = [];
  const { screen } = await showRequest(
    newRequest,
    {},
    {
      requestExtraService: async ({ code, inboundParcelId, packageId, quantity }) => {
        ordered.push({ code, inboundParcelId, packageId, quantity });
        return extra;
      },
    },
  );
  await screen.getByRole("button", { name: "Add extra services" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add extra services" });
  await dialog.getByRole("checkbox", { name: "Bubble wrap" }).click({ force: true });
  const order = dialog.getByRole("button", { name: "Order for $1.10" });
  await expect.element(order).toBeVisible();
  await expectAccessible();
  await order.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(ordered).toEqual([
    { code: "bubble_wrap", inboundParcelId: null, packageId: newRequest.packageId, quantity: 1 },
  ]);
});

test("how a packed request is paid can be changed, and the exact price is filled in", async () => {
  const sent: unknown[] = [];
  const { screen } = await showRequest(packedRequest, {
    changePaymentMode: async (input) => {
      sent.push(input);
      return packedRequest;
    },
  });
  await screen.getByRole("button", { name: "Change how you pay" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change how you pay" });
  await dialog.getByRole("radio", { name: "Send it if it costs at most …" }).click();
  await expect.element(dialog.getByRole("spinbutton", { name: "At most (USD)" })).toHaveValue(16.6);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Payment changed")).toBeVisible();
  expect(sent).toEqual([
    {
      shipRequestId: packedRequest.id,
      expectedVersion: packedRequest.version,
      paymentMode: "automatic_up_to_cap",
      serviceCode: "hk_post_surface",
      capCents: 1660,
    },
  ]);
});
const workDone = [{ ...extra, state: "done" as const, priceCents: 60 }];

test.each<[string, Partial<ShipRequest>, string]>([
  [
    "a waiting box without work",
    { extraServices: [] },
    "the box goes back to the shelf. Nothing is charged.",
  ],
  [
    "a waiting box with work that was done",
    { extraServices: workDone },
    "the box goes back to the shelf. $0.60 is charged for extra services that are done.",
  ],
  [
    "a box that was never closed",
    { extraServices: [], packed: null, waitingReason: "missing" },
    "the ship request ends and the parcels stay in storage. Nothing is charged.",
  ],
  [
    "a shelved box with work that was done",
    { extraServices: workDone, state: "shelved", waitingReason: null, shelvedAfter: null },
    "$0.60 was charged for extra services that were done.",
  ],
  [
    "a request that ended before its box was closed",
    {
      extraServices: [],
      packed: null,
      state: "shelved",
      waitingReason: null,
      shelvedAfter: null,
    },
    "Nothing was decided in time, so the ship request has ended. The parcels are in storage.",
  ],
  [
    "a cancelled request without work",
    { extraServices: [], state: "cancelled", waitingReason: null, shelvedAfter: null },
    "Nothing was charged.",
  ],
])("%s says what is charged where nothing goes", async (_name, changes, sentence) => {
  await showRequest({ ...packedRequest, ...changes });
  await expect.poll(() => document.body.textContent.replaceAll(/\s+/g, " ")).toContain(sentence);
});

test("what was accepted before a lane closed is said to be on hold for that, not for extra services", async () => {
  await showRequest({
    ...packedRequest,
    extraServices: [],
    waitingReason: "lane_closed",
    heldCents: 2510,
  });
  const sentence =
    "$25.10 is on hold from the price that you accepted before. Accepting another one replaces it.";
  await expect.poll(() => document.body.textContent).toContain(sentence);
});

test("a parcel of a cancelled request is not said to be in a box", async () => {
  const { screen } = await showRequest({
    ...packedRequest,
    state: "cancelled",
    waitingReason: null,
    shelvedAfter: null,
  });
  await expect.element(screen.getByText("Nothing is sent.", { exact: false })).toBeVisible();
  await expect.element(screen.getByText("In the box")).not.toBeInTheDocument();
});

test("a price says under what condition its service takes the goods, with where that is from", async () => {
  const { kind: _kind, ...rule } = looseBatteryRule;
  const limit = { ...rule, flag: "branded" as const, text: "Keep the receipt." };
  const services = packedRequest.services.map((one) =>
    one.quoteId === null ? one : { ...one, goodsLimits: [limit] },
  );
  const { screen } = await showRequest({ ...packedRequest, services });
  const said =
    "With a condition: Branded goods. Keep the receipt. Source: A notice of the carrier, as of Apr 1, 2031.";
  await expect.element(screen.getByText(said).first()).toBeVisible();
  await expect
    .element(
      screen.getByText(
        "Not with: Loose battery. Source: A notice of the carrier, as of Apr 1, 2031.",
      ),
    )
    .toBeVisible();
  await expectAccessible();
});
