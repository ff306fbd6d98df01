import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import type { ApiClient } from "#app/web/api.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { idOf, requestToPack as request } from "#test/screen/packing-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import PackingPage from "./packing-page.tsx";

const packed: PackingRequest["packed"] = {
  weightGrams: 900,
  sidesMm: [200, 150, 100],
  boxId: null,
  packedAt: request.createdAt,
};

test("a closed box gets its slip, a paid one its label, and a paid one without numbers its slip", async () => {
  const opened: string[] = [];
  vi.spyOn(window, "open").mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const labelId = idOf(70);
  let state: PackingRequest["state"] = "waiting_for_customer";
  let hasNumbers = true;
  const closedBox: PackingRequest = {
    ...request,
    state,
    packed,
  };
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      packing: { readShipRequest: async () => ({ ...closedBox, state }) },
      labels: {
        makeLabel: async () => {
          if (!hasNumbers) throw rejected("no_numbers_left");
          const label = { id: labelId, trackingNumber: "RA123456785HK", numberSource: "range" };
          return { label } as Awaited<ReturnType<ApiClient["labels"]["makeLabel"]>>;
        },
      },
    },
  });
  const slip = `/api/admin/packing/ship-requests/${request.id}/slip.pdf`;
  await screen.getByRole("button", { name: "Print the slip" }).click();
  expect(opened).toEqual([slip]);
  state = "accepted";
  await screen.getByRole("button", { name: "Print the slip" }).click();
  const print = screen.getByRole("button", { name: "Print the label" });
  await print.click();
  await expect.poll(() => opened).toEqual([slip, slip, `/api/admin/labels/${labelId}/label.pdf`]);
  hasNumbers = false;
  await print.click();
  await expect.poll(() => opened.at(-1)).toBe(slip);
  await expect.element(screen.getByRole("button", { name: "Open the box again" })).toBeVisible();
  await expectAccessible();
  const open = screen.getByRole("button", { name: "Open the box again" }).first();
  await open.click();
  await expect
    .element(screen.getByText(/^It is packed, weighed and quoted again\. What the customer paid/))
    .toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  state = "labelled";
  await print.click();
  await expect.element(screen.getByText("Labelled", { exact: true })).toBeVisible();
  await open.click();
  await expect
    .element(screen.getByText(/^It is packed, weighed and quoted again, and its label is void/))
    .toBeVisible();
});

test.each([
  ["goods", "Its service no longer takes what is in the box. The customer was asked to choose."],
  [
    "declaration",
    "It is sent as a gift, but one of its parcels was ordered in a shop. The customer was asked to correct that.",
  ],
] as const)(
  "a paid box that is stopped for %s gets its slip, and it is said why",
  async (obstacle, hint) => {
    const opened: string[] = [];
    vi.spyOn(window, "open").mockImplementation((address) => {
      opened.push(String(address));
      return null;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    let state: PackingRequest["state"] = "accepted";
    const closedBox: PackingRequest = {
      ...request,
      packed,
    };
    const { screen } = await showScreen({
      element: <PackingPage />,
      path: "/admin/dashboard/packing",
      address: `/admin/dashboard/packing?request=${request.id}`,
      answers: {
        packing: { readShipRequest: async () => ({ ...closedBox, state }) },
        labels: {
          makeLabel: async () => {
            state = "waiting_for_customer";
            return { label: null, obstacle } as Awaited<
              ReturnType<ApiClient["labels"]["makeLabel"]>
            >;
          },
        },
      },
    });
    await screen.getByRole("button", { name: "Print the label" }).click();
    await expect
      .poll(shownToasts)
      .toEqual([`The slip is opened, since no label could be made: ${hint}`]);
    expect(opened).toEqual([`/api/admin/packing/ship-requests/${request.id}/slip.pdf`]);
    await expect.element(screen.getByRole("button", { name: "Print the slip" })).toBeVisible();
  },
);

test("the papers of a box whose label was made void meanwhile, and that is stopped, are not said to lack goods", async () => {
  const labelled: PackingRequest = {
    ...request,
    state: "labelled",
    packed,
  };
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      packing: { readShipRequest: async () => labelled },
      labels: {
        makeLabel: async () =>
          ({ label: null, obstacle: "goods" }) as Awaited<
            ReturnType<ApiClient["labels"]["makeLabel"]>
          >,
      },
    },
  });
  await screen.getByRole("button", { name: "Print papers" }).click();
  await expect
    .poll(shownToasts)
    .toEqual([
      "The customs papers could not be opened.: Its service no longer takes what is in the box. The customer was asked to choose.",
    ]);
});
