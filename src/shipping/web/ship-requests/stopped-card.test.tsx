// What the page of a request says of a box that goods stop.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { looseBatteryRule, stoppedByPost } from "#test/screen/goods-rule.ts";
import { airService, packedRequest } from "#test/screen/ship-requests.ts";
import { shippingAnswers } from "#test/screen/shipping-answers.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ShipRequestPage from "./ship-request-page.tsx";

async function showRequest(request: ShipRequest) {
  return await showScreen({
    element: <ShipRequestPage />,
    path: "/dashboard/ship-requests/:shipRequestId",
    address: `/dashboard/ship-requests/${request.id}`,
    answers: shippingAnswers({ shipRequests: { readShipRequest: async () => request } }),
  });
}

test("a box that goods stop says in which parcel they are, and offers a proof only where that is enough", async () => {
  const [{ inboundParcelId } = { inboundParcelId: "" }] = packedRequest.parcels;
  const stopped = (facts: Partial<typeof stoppedByPost>): ShipRequest => ({
    ...packedRequest,
    serviceCode: airService.code,
    waitingReason: "goods",
    stopped: { ...stoppedByPost, inboundParcelIds: [inboundParcelId], hasOther: false, ...facts },
    services: packedRequest.services.map((one) => ({
      ...one,
      reasons: [{ ...looseBatteryRule, needsProof: facts.needsProof ?? false }],
    })),
  });
  const { screen } = await showRequest(stopped({}));
  await expect
    .element(screen.getByText("It is in Oolong, 2 tins · SF4000000000002."))
    .toBeVisible();
  await expect
    .element(screen.getByText("Take it out, send it back, or give it up.", { exact: true }))
    .toBeVisible();
  await page.viewport(320, 800);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectAccessible();
  await page.viewport(1280, 800);
  await screen.unmount();
  const { screen: proven } = await showRequest(
    stopped({ needsProof: true, proofServices: ["Air Mail", "Surface Mail"] }),
  );
  await expect
    .element(
      proven.getByText(/allow this only with a proof of what it is\. Freight was not charged/),
    )
    .toBeVisible();
  await expect
    .element(
      proven.getByText(
        /Or send a proof of what it is .+ it can go by Air Mail and Surface Mail\.$/,
      ),
    )
    .toBeVisible();
  await proven.unmount();
  const { screen: unnamed } = await showRequest(stopped({ carriers: [], wasFreightCharged: true }));
  await expect
    .element(unnamed.getByText(/^We stopped: something in this box cannot go\. Not with:/))
    .toBeVisible();
});
