import { expect, test } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { packedRequest } from "#test/screen/ship-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { ActionNeeded } from "./action-needed.tsx";

test("each request that waits has one link, whose name begins with what it says", async () => {
  const request = { ...packedRequest, waitingReason: "top_up" as const };
  const { screen } = await showScreen({
    element: <ActionNeeded />,
    path: "/dashboard/parcels",
    answers: {
      shipRequests: { listShipRequests: async () => ({ items: [request], total: 1 }) },
    },
  });
  const link = screen.getByRole("link", { name: `Add funds ${request.packageName}` });
  await expect.element(link).toHaveAttribute("href", `/dashboard/ship-requests/${request.id}`);
  await expectAccessible();
});
