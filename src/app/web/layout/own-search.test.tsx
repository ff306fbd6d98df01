// What customers find in the palette.
import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { HistoryRow } from "#money/contract/transactions.ts";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { showCustomerPalette } from "#test/screen/palette.tsx";
import { expectedParcel } from "#test/screen/parcels.ts";
import { packedRequest } from "#test/screen/ship-requests.ts";
import { parcelUnderWay, publicSettings } from "#test/screen/users.ts";

test("customers find their pages and their own packages, and have no shortcuts of one key", async () => {
  const searches: string[] = [];
  const { screen, router } = await showCustomerPalette(searches);
  await userEvent.keyboard("/?gw");
  expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  await screen.getByRole("button", { name: /Find anything/ }).click();
  const field = screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field).toHaveFocus();
  await expect.element(screen.getByText("Upgrade Subscription")).toBeVisible();
  await expect.element(screen.getByText("Audit log")).not.toBeInTheDocument();
  await userEvent.keyboard("ceramic");
  await expect.element(screen.getByText("Ceramic tea set")).toBeVisible();
  // On a busy machine a search may begin before the whole word is typed.
  await expect.poll(() => searches.at(-1)).toBe("ceramic");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/dashboard/packages?package=${parcelUnderWay.id}`);
});

/** Types into the palette of a customer who has one thing of each kind. */
async function findOwn(words: string, found: FakeAnswers = {}) {
  const asked: Record<string, unknown>[] = [];
  const shown = await showCustomerPalette([], {
    inboundParcels: {
      listInboundParcels: async ({ search = "" }) => {
        asked.push({ parcels: search });
        return { items: [ownParcel], total: 1, counts: { awaited: 0, here: 1, gone: 0 } };
      },
    },
    shipRequests: {
      listShipRequests: async ({ search = "" }) => {
        asked.push({ requests: search });
        return { items: [packedRequest], total: 1 };
      },
    },
    wallet: {
      listTransactions: async (input) => {
        asked.push({ transactions: input });
        return { items: [deposit], olderThan: null };
      },
    },
    ...found,
  });
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = shown.screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field).toHaveFocus();
  await field.fill(words);
  onTestFinished(async () => {
    await userEvent.keyboard("{Escape}");
    await expect.element(field).not.toBeInTheDocument();
  });
  return { ...shown, asked };
}

const ownParcel = {
  ...expectedParcel,
  description: "Wool scarf",
  shop: "Sole",
  labelCode: "P7K3M9QX",
};
const deposit = {
  id: "00000000-0000-4000-8000-0000000000d1",
  type: "deposit",
  amountCents: 2500,
  reason: null,
  legNumber: null,
  plan: null,
  status: "completed",
  createdAt: "2031-04-30T12:00:00Z",
} as const;

function writtenAbout(number: string): OwnCase {
  const moment = "2031-04-20T10:00:00.000Z";
  return {
    id: number,
    number,
    subject: "package",
    subjectId: parcelUnderWay.id,
    subjectName: "P-1024",
    transaction: null,
    kind: "damaged",
    state: "closed",
    text: "The lid is broken.",
    files: [],
    waitingSince: moment,
    dueAt: null,
    answerBy: null,
    askedCents: null,
    grantedCents: null,
    outcome: "Paid",
    openedAt: moment,
    lastAt: moment,
    closedAt: moment,
  };
}

test("customers find parcels, packages and ship requests by one number, each by a request of its own", async () => {
  const { screen, asked, router } = await findOwn(" sf 1234 5678 90123");
  await expect.element(screen.getByText("Ceramic tea set")).toBeVisible();
  const number = packageNumberText(parcelUnderWay.number);
  await expect
    .element(screen.getByText(`${number} · ${parcelUnderWay.trackingNumber}`))
    .toBeVisible();
  await expect.element(screen.getByText(/^Waiting for you · /)).toBeVisible();
  await expect.element(screen.getByText("Wool scarf")).toBeVisible();
  await expect.element(screen.getByText(/Sole · P7K3 M9QX/)).toBeVisible();
  expect(asked).toEqual([{ parcels: "sf 1234 5678 90123" }, { requests: "sf 1234 5678 90123" }]);
  await expectAccessible();
  // The first hit is active.
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.state.location.search).toBe(`?package=${parcelUnderWay.id}`);
});

test.each([
  ["25", { fromCents: 2500, toCents: 2599, by: "shipment" }],
  ["$25.00", { fromCents: 2500, toCents: 2500, by: "shipment" }],
  ["deposits", { types: ["deposit", "deposit_refund"] }],
  ["depos", { types: ["deposit", "deposit_refund"] }],
])("customers find transactions by %s", async (words, sought) => {
  const { screen, asked, router } = await findOwn(words, {
    packages: {
      listPackages: async () => ({
        items: [],
        total: 0,
        counts: { all: 0, active: 0, delivered: 0 },
      }),
    },
  });
  await screen.getByText("Deposit · $25.00").click();
  expect(asked).toContainEqual({ transactions: sought });
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/wallet/statement");
  expect(router.state.location.search).toBe("?month=2031-04");
});

const shipment: HistoryRow = {
  ...deposit,
  id: "00000000-0000-4000-8000-0000000000d2",
  type: "shipping_fee",
  shipRequestId: "00000000-0000-4000-8000-0000000000d3",
  shipment: {
    name: "P-1024",
    destination: "Japan",
    status: "completed",
    sumCents: -7863,
    transactions: [
      {
        ...deposit,
        id: "00000000-0000-4000-8000-0000000000d2",
        type: "shipping_fee",
        amountCents: 7743,
      },
      {
        ...deposit,
        id: "00000000-0000-4000-8000-0000000000d4",
        type: "service_fee",
        amountCents: 120,
      },
    ],
  },
};

test.each([
  ["78.63", "P-1024 · $78.63", `/dashboard/ship-requests/${shipment.shipRequestId}`],
  ["1.20", "Service Fee · $1.20", "/dashboard/wallet/statement"],
])("customers find %s as the sum of a shipment or as a part of it", async (words, label, to) => {
  const { screen, router } = await findOwn(words, {
    wallet: { listTransactions: async () => ({ items: [shipment], olderThan: null }) },
  });
  await screen.getByText(label).click();
  await expect.poll(() => router.state.location.pathname).toBe(to);
});

test("customers find refunds among their transactions, and the page of their messages", async () => {
  const { screen, asked } = await findOwn("refunds");
  await expect
    .poll(() => asked)
    .toContainEqual({ transactions: { types: ["refund", "deposit_refund"] } });
  await screen.getByRole("textbox", { name: "Find anything" }).fill("messages");
  await expect.element(screen.getByText("Write to us, and what you wrote")).toBeVisible();
});

test("customers find what they wrote to us by its number, as emails and people write it", async () => {
  const { screen, router } = await findOwn("c-12", {
    cases: {
      listOwnCases: async () => ({ items: [writtenAbout("C00012"), writtenAbout("C00112")] }),
    },
  });
  await expect.element(screen.getByText("P-1024 · Closed")).toBeVisible();
  expect(screen.getByText("C00112").elements()).toEqual([]);
  await screen.getByText("C00012").click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/messages/C00012");
});

test("customers find transactions by day, in their own time zone", async () => {
  const { asked } = await findOwn("2031-04-30");
  const midnight = (day: number) => new Date(2031, 3, day).toISOString();
  await expect
    .poll(() => asked)
    .toContainEqual({ transactions: { createdFrom: midnight(30), createdBefore: midnight(31) } });
});

test("customers find the answers of the help page, and the rest where it cannot be read", async () => {
  const fetching = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const { screen } = await findOwn("lost");
  await expect.element(screen.getByText("Wool scarf")).toBeVisible();
  const page = `<main><h2>Lost menu</h2><article><h3 id="lost">My parcel is lost</h3><h3>Duty</h3>
    <h3>Batteries</h3><p>We ask before.</p><h3>My money</h3><p>A refund goes to your wallet.</p></article></main>`;
  fetching.mockImplementation(async () => new Response(page));
  await screen.getByRole("textbox", { name: "Find anything" }).fill("is lost");
  await expect.element(screen.getByText("My parcel is lost")).toBeVisible();
  expect(fetching).toHaveBeenLastCalledWith("/help");
  expect(screen.getByText("Duty").elements()).toEqual([]);
  expect(screen.getByText("Lost menu").elements()).toEqual([]);
  // Singular and plural are one word, and an answer is found by its text.
  await screen.getByRole("textbox", { name: "Find anything" }).fill("battery");
  await expect.element(screen.getByText("Batteries")).toBeVisible();
  await screen.getByRole("textbox", { name: "Find anything" }).fill("refunds");
  await expect.element(screen.getByText("My money")).toBeVisible();
  expect(screen.getByText("Batteries").elements()).toEqual([]);
});

test("without a warehouse nothing of it is asked for", async () => {
  const { screen, asked } = await findOwn("Wool 25", {
    settings: { readPublicSettings: async () => ({ ...publicSettings, hasWarehouse: false }) },
  });
  await expect.element(screen.getByText("Ceramic tea set")).toBeVisible();
  expect(asked).toEqual([]);
});
