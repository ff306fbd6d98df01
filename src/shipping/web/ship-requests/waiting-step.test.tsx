import { expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { packedRequest } from "#test/screen/ship-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { WaitingStep } from "./waiting-step.tsx";

const packageId = packedRequest.packageId ?? "";

/** The steps of the packages with these ids, and what was asked for them. */
async function showSteps(
  packageIds: readonly string[],
  waiting: () => readonly ShipRequest[],
  details: ShipRequest = packedRequest,
) {
  const asked: string[] = [];
  const { screen } = await showScreen({
    element: (
      <>
        <p>Packages</p>
        {packageIds.map((id) => (
          <WaitingStep key={id} packageId={id} className="step" />
        ))}
      </>
    ),
    path: "/dashboard/packages",
    answers: {
      shipRequests: {
        listShipRequests: async ({ group }) => {
          asked.push(`list ${group}`);
          const items = [...waiting()];
          return { items, total: items.length };
        },
        readShipRequest: async ({ shipRequestId }) => {
          asked.push(`read ${shipRequestId}`);
          return details;
        },
      },
    },
  });
  return { screen, asked };
}

test.each([
  ["price", "Accept the price"],
  ["over_cap", "See the price"],
  ["over_plan", "See what you can do"],
  ["lane_closed", "Choose a service"],
  ["missing", "Decide"],
  ["declaration", "See what customs asks"],
] as const)("a request that waits for %s says '%s'", async (waitingReason, words) => {
  const request = { ...packedRequest, waitingReason };
  const { screen, asked } = await showSteps([packageId], () => [request]);
  const step = screen.getByRole("link", { name: `${words} ${request.packageName}` });
  await expect.element(step).toHaveAttribute("href", `/dashboard/ship-requests/${request.id}`);
  expect(asked).toEqual(["list waiting"]);
  await expectAccessible();
});

test("one that waits for money names what is missing, once that is known", async () => {
  const request = { ...packedRequest, waitingReason: "top_up" as const };
  const details = { ...request, missingCents: 1240 };
  const { screen, asked } = await showSteps([packageId], () => [request], details);
  await expect.element(screen.getByText("Add $12.40")).toBeVisible();
  expect(asked).toEqual(["list waiting", `read ${request.id}`]);
});

test("where nothing is missing any more it names no amount", async () => {
  const request = { ...packedRequest, waitingReason: "top_up" as const };
  const details = { ...request, missingCents: 0 };
  const { screen } = await showSteps([packageId], () => [request], details);
  await expect.element(screen.getByText("Add funds")).toBeVisible();
});

test("all rows of a list ask once, and a package whose request does not wait has no step", async () => {
  const { screen, asked } = await showSteps(
    [packageId, "00000000-0000-4000-8000-000000000999"],
    () => [packedRequest],
  );
  await expect.element(screen.getByText("Accept the price")).toBeVisible();
  expect(screen.getByRole("link").elements()).toHaveLength(1);
  expect(asked).toEqual(["list waiting"]);
});

test("what cannot be read leaves no step", async () => {
  let isAsked = false;
  const { screen } = await showSteps([packageId], () => {
    isAsked = true;
    throw rejected("unavailable");
  });
  await expect.poll(() => isAsked).toBe(true);
  await expect.element(screen.getByText("Packages")).toBeVisible();
  expect(screen.getByRole("link").elements()).toEqual([]);
});
