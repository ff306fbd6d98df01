import { expect, test } from "vitest";
import type { Lane } from "#catalogue/contract/lanes.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import LanesPage from "./lanes-page.tsx";

const suspended: Lane = {
  id: "00000000-0000-4000-8000-000000000301",
  carrierId: "hk-post",
  service: "air",
  destinationCode: "US",
  reason: "No goods to the United States.",
  source: "News reports",
  suspendedOn: "2025-04-27",
  confidence: "reported",
  createdAt: "2031-04-02T08:30:00.000Z",
  reopenedAt: null,
};
const over: Lane = {
  ...suspended,
  id: "00000000-0000-4000-8000-000000000302",
  service: null,
  destinationCode: "DE",
  reopenedAt: "2031-04-03T08:30:00.000Z",
};

function showPage(lanes: NonNullable<FakeAnswers["lanes"]> = {}) {
  return showScreen({
    element: <LanesPage />,
    path: "/admin/dashboard/lanes",
    answers: {
      lanes: { listLanes: async () => ({ items: [suspended, over], total: 2 }), ...lanes },
    },
  });
}

test("suspensions are listed with day, reason, source and state; only current ones can be reopened", async () => {
  const { screen } = await showPage();
  const rows = screen.getByRole("row");
  await expect.element(rows.nth(1).getByText("Hong Kong Post to United States")).toBeVisible();
  for (const text of ["Air", "Apr 27, 2025", "Reported by several sources: News reports"]) {
    await expect.element(rows.nth(1).getByText(text)).toBeVisible();
  }
  await expect.element(rows.nth(2).getByText("Reopened Apr 3, 2031")).toBeVisible();
  expect(rows.nth(2).getByRole("button").elements()).toEqual([]);
  await expectAccessible();
});

test("a lane is reopened after confirmation", async () => {
  const requests: unknown[] = [];
  const { screen } = await showPage({
    reopenLane: async (input) => {
      requests.push(input);
      return { ...suspended, reopenedAt: over.reopenedAt };
    },
  });
  await screen.getByRole("button", { name: "Reopen Hong Kong Post to United States, air" }).click();
  const reopen = screen.getByRole("dialog").getByRole("button", { name: "Reopen" });
  await expect.element(reopen).toBeVisible();
  await expectAccessible();
  await reopen.click();
  await expect.element(screen.getByText("Lane reopened")).toBeVisible();
  expect(requests).toEqual([{ laneId: suspended.id }]);
});

test("suspending requires country and reason, keeps the input on failure and shows success", async () => {
  let isRejected = true;
  const requests: unknown[] = [];
  const { screen } = await showPage({
    suspendLane: async (input) => {
      if (isRejected) throw rejected("lane_suspended");
      requests.push(input);
      return suspended;
    },
  });
  await screen.getByRole("button", { name: "Suspend a lane" }).click();
  const dialog = screen.getByRole("dialog", { name: "Suspend a lane" });
  const send = dialog.getByRole("button", { name: "Suspend lane" });
  await send.click();
  await expect.element(dialog.getByText("Choose a country.")).toBeVisible();
  await expect.element(dialog.getByRole("combobox", { name: "Destination" })).toHaveFocus();
  await dialog.getByRole("combobox", { name: "Destination" }).fill("Germ");
  await screen.getByRole("option", { name: "Germany" }).click();
  await dialog.getByRole("textbox", { name: "Reason", exact: true }).fill("A strike");
  await dialog.getByRole("textbox", { name: "Reason in 繁體中文" }).fill("罷工");
  await dialog.getByLabelText(/^Suspended on/).fill("2031-04-05");
  await send.click();
  await expect.element(dialog.getByText("This lane is already marked as suspended.")).toBeVisible();
  await expectAccessible();
  isRejected = false;
  await send.click();
  await expect.element(screen.getByText("Lane suspended")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests).toEqual([
    {
      carrierId: "hk-post",
      service: null,
      destinationCode: "DE",
      suspendedOn: "2031-04-05",
      reason: "A strike",
      translatedReasons: { "zh-Hant-HK": "罷工", "zh-Hans": "" },
      source: "",
      confidence: "announced",
    },
  ]);
});

test("an empty list says that every lane is open, and a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage({
    listLanes: async () => {
      if (!isWell) throw rejected("forbidden");
      return { items: [], total: 0 };
    },
  });
  await expect.element(screen.getByText("The lanes could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("No suspended lanes")).toBeVisible();
});
