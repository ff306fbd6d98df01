import { expect, test } from "vitest";
import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import WebhooksPage from "./webhooks-page.tsx";

const dead: ProviderEventRecord = {
  id: "evt_dead",
  type: "checkout.session.completed",
  state: "dead",
  attempts: 12,
  lastError: "The provider did not answer.",
  objectId: "cs_1",
  receivedAt: "2031-04-02T08:30:00.000Z",
  processedAt: null,
};
const processed: ProviderEventRecord = {
  ...dead,
  id: "evt_done",
  type: "invoice.paid",
  state: "processed",
  attempts: 1,
  lastError: null,
  processedAt: "2031-04-02T08:30:01.000Z",
};

function showPage(payments: NonNullable<FakeAnswers["payments"]> = {}) {
  return showScreen({
    element: <WebhooksPage />,
    path: "/admin/dashboard/webhooks",
    answers: {
      payments: {
        listProviderEvents: async () => ({
          items: [dead, processed],
          total: 2,
          unfinished: { received: 0, failed: 0, dead: 1 },
        }),
        ...payments,
      },
    },
  });
}

test("events are listed with their state; stalled ones show the last error", async () => {
  const { screen } = await showPage();
  await expect.element(screen.getByText("1 event is stalled")).toBeVisible();
  await expect.element(screen.getByText("The provider did not answer.")).toBeVisible();
  const rows = screen.getByRole("row");
  await expect.element(rows.nth(1).getByText("Stalled")).toBeVisible();
  await expect.element(rows.nth(2).getByText("Processed")).toBeVisible();
  expect(rows.nth(2).getByRole("button").elements()).toEqual([]);
  await expectAccessible();
});

test("the list can be filtered to stalled events", async () => {
  const requests: unknown[] = [];
  const { screen, router } = await showPage({
    listProviderEvents: async ({ state }) => {
      requests.push(state);
      return { items: [dead], total: 1, unfinished: { received: 0, failed: 0, dead: 1 } };
    },
  });
  await screen.getByRole("button", { name: "View stalled events" }).click();
  await expect.poll(() => requests.at(-1)).toBe("dead");
  expect(router.state.location.search).toBe("?state=dead");
});

test.each<{ state: ProviderEventRecord["state"]; notified: string }>([
  { state: "processed", notified: "Event processed" },
  { state: "received", notified: "Event is being processed" },
  { state: "dead", notified: "Event failed again" },
])("a retry that ends as $state shows '$notified'", async ({ state, notified }) => {
  const retried: string[] = [];
  const { screen } = await showPage({
    retryProviderEvent: async ({ eventId }) => {
      retried.push(eventId);
      return { ...dead, state };
    },
  });
  await screen.getByRole("button", { name: /^Retry/ }).dblClick();
  await expect.element(screen.getByText(notified).first()).toBeVisible();
  expect(retried[0]).toBe("evt_dead");
});

test("a retry that the server rejects shows the reason", async () => {
  const { screen } = await showPage({
    retryProviderEvent: () => Promise.reject(rejected("not_found")),
  });
  await screen.getByRole("button", { name: /^Retry/ }).click();
  await expect
    .element(screen.getByText("This does not exist, or you do not have access to it."))
    .toBeVisible();
});

test("an empty list and a failed load show different messages", async () => {
  let isWell = false;
  const { screen } = await showPage({
    listProviderEvents: async () => {
      if (!isWell) throw rejected("forbidden");
      return { items: [], total: 0, unfinished: { received: 0, failed: 0, dead: 0 } };
    },
  });
  await expect.element(screen.getByText("The events could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("No events yet")).toBeVisible();
});
