import { expect, test } from "vitest";
import type { ChangeNotice } from "#contract/change-stream.ts";
import { aPackage } from "#testing/packages.ts";
import { testApp } from "#testing/test-app.ts";
import { numberLeg } from "#testing/tracking.ts";
import { aCustomer, anAdmin } from "#testing/users.ts";

// Point 1 of how tracking is shown: a number is followed from its announcement to its delivery.
test("each message of the provider moves leg, package and dashboard, and sends one email a stage", async () => {
  const app = await testApp({ currentTracking: "configured" });
  try {
    const [admin, customer] = await Promise.all([
      anAdmin(app),
      aCustomer(app, { plan: "Premium" }),
    ]);
    const pkg = await aPackage(customer, { trackingNumber: "SF4000000009901" });
    const number = "ZZ4000000009901";
    const control = async (name: string, body: object) => {
      const url = `${app.config.publicUrl}/sandbox/tracking/${name}`;
      const request = new Request(url, { method: "POST", body: JSON.stringify(body) });
      const answer = await app.sandboxes.trackingSandbox?.fetch(request);
      return (await answer?.json()) as { isPushed?: boolean };
    };
    const steps = [
      ["InfoReceived", "HK"],
      ["InTransit_PickedUp", "HK"],
      ["OutForDelivery_Other", "US"],
      ["Delivered_Other", "US"],
    ].map(([status, country], index) => ({
      afterHours: index,
      status,
      description: `Step ${index}`,
      country,
    }));
    await control("stories", { number, steps });
    await numberLeg(app, admin, { ...pkg.legs[2], carrier: null } as never, number);
    app.sandboxes.trackingSandbox?.start();
    const notices = await customer.api.changeStream.subscribeToChanges({});
    const seen: ChangeNotice[] = [];
    void (async () => {
      for await (const notice of notices) seen.push(notice);
    })().catch(() => undefined);

    /** Waits for the next push, and reads what the customer then sees. */
    const shown: string[] = [];
    for (let step = 0; step <= steps.length; step += 1) {
      const before = (await customer.api.packages.readPackage({ packageId: pkg.id })).carrierEvents
        .length;
      seen.length = 0;
      if (step > 0 && (await control("events", { number })).isPushed !== true) break;
      await expect
        .poll(
          async () => {
            await app.runJobs();
            const read = await customer.api.packages.readPackage({ packageId: pkg.id });
            return read.carrierEvents.length;
          },
          { interval: 10, timeout: 5_000 },
        )
        .toBeGreaterThan(before);
      const { package: read, carrierEvents } = await customer.api.packages.readPackage({
        packageId: pkg.id,
      });
      const { items } = await customer.api.packages.trackPackage({ trackingNumber: number });
      const listMoves = async () => {
        // Sends what another worker has queued meanwhile.
        await app.runJobs();
        const emails = await app.emailsTo(customer.email);
        return emails.filter(({ subject }) => subject.includes("SF4000000009901"));
      };
      await expect
        .poll(async () => (await listMoves()).length, { timeout: 5_000 })
        .toBeGreaterThanOrEqual(step);
      const moves = await listMoves();
      shown.push(
        [
          carrierEvents[0]?.stage,
          carrierEvents[0]?.country,
          read.legs[2]?.status,
          read.status,
          items[0]?.carrierEvents[0]?.stage,
          moves.length,
        ].join(" "),
      );
      await expect
        .poll(() => seen.some((notice) => JSON.stringify(notice).includes(pkg.id)))
        .toBe(true);
    }
    expect(shown).toEqual([
      "announced HK pending pending announced 0",
      "picked_up HK in_transit in_transit picked_up 1",
      "out_for_delivery US in_transit in_transit out_for_delivery 2",
      "delivered US delivered delivered delivered 3",
    ]);
    await notices.return?.();
  } finally {
    await app.close();
  }
});
