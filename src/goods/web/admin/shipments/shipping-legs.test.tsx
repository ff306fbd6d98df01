import { expect, test } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { ShippingLegs } from "./shipping-legs.tsx";

test("staff see when a leg is expected, and that it is late and silent", async () => {
  const facts = { basis: "published" as const, parcelsCount: null, since: null, silenceOneIn: 12 };
  const expected = {
    earliestAt: null,
    latestAt: "2091-12-09T12:00:00.000Z",
    dependsOnService: false,
  };
  const { screen } = await showScreen({
    element: (
      <ShippingLegs
        pkg={{ ...parcelUnderWay, userEmail: mei.email, customer: meiAsCustomer }}
        estimates={[{ ...facts, ...expected, legNumber: 2, isLate: true, silentDays: 8 }]}
        isChangeable
        onCharge={() => {}}
      />
    ),
    path: "/admin/dashboard/shipments",
    answers: {},
  });
  for (const text of [
    /^Expected by December 9/,
    /^Expected in .+ by December 9/,
    "Late",
    "No news for 8 days",
    /1 in 12$/,
  ]) {
    await expect.element(screen.getByText(text)).toBeVisible();
  }
  await expectAccessible();
});
