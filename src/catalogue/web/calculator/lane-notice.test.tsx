import { expect, test } from "vitest";
import type { SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import { planRoute } from "#catalogue/rules/route-plan.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { RouteLaneNotice } from "./lane-notice.tsx";

const lane: SuspendedLaneFacts = {
  id: "00000000-0000-4000-8000-000000000301",
  carrierId: "hk-post",
  service: "air",
  destinationCode: "US",
  reason: "No goods are taken.",
  source: null,
  suspendedOn: "2025-04-27",
  confidence: "reported",
};

async function showNotice(lanes: readonly SuspendedLaneFacts[]) {
  const { screen } = await showScreen({
    element: (
      <>
        <p>New Package</p>
        <RouteLaneNotice legs={planRoute("CN", "US", new Date(0))} />
      </>
    ),
    path: "/",
    answers: { lanes: { listSuspendedLanes: async () => ({ items: [...lanes] }) } },
  });
  return screen;
}

test("a route that avoids a suspended lane explains why", async () => {
  const screen = await showNotice([lane]);
  await expect
    .element(
      screen.getByText(
        "A different route is used: Hong Kong Post to United States has been suspended since Apr 27, 2025.",
      ),
    )
    .toBeVisible();
});

test("a leg on a suspended lane is shown with the reason and what happens to the package", async () => {
  const screen = await showNotice([
    { ...lane, carrierId: "sg-post", service: null, suspendedOn: "2090-01-02" },
  ]);
  await expect.element(screen.getByText("Leg 3 will be suspended from Jan 2, 2090")).toBeVisible();
  await expect.element(screen.getByText("No goods are taken.")).toBeVisible();
  await expect.element(screen.getByText(/You can still register the package/)).toBeVisible();
  await expectAccessible();
});

test("nothing is shown if every lane is open", async () => {
  const screen = await showNotice([]);
  await expect.element(screen.getByText("New Package")).toBeVisible();
  expect(screen.getByText(/suspended/).elements()).toEqual([]);
});
