/** The controls set the network conditions of webhooks, and the same seeds give the same run. */
import Stripe from "stripe";
import { expect, test } from "vitest";
import {
  control,
  eventually,
  openSandbox,
  webhookSecret,
} from "#sandbox/stripe/sandbox-harness.ts";
import { isLongRun } from "#test/long-run.ts";

type Open = ReturnType<typeof openSandbox>;

async function makeCustomers(open: Open, count: number) {
  for (let index = 0; index < count; index += 1) {
    await open.stripe.customers.create({ name: String(index) });
  }
}

function namesReceived({ received }: Open): string[] {
  return received.map(({ event }) => String((event.data.object as Stripe.Customer).name));
}

async function settled(open: Open, count: number): Promise<string[]> {
  await eventually(() => open.received.length >= count);
  await new Promise((resolve) => setTimeout(resolve, 400));
  return namesReceived(open);
}

test.runIf(isLongRun)(
  "held events wait, are listed in their order, and go out when released",
  async () => {
    await using open = openSandbox();
    open.sandbox.start();
    await control(open, "webhooks", { isHeld: true });
    await makeCustomers(open, 3);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(open.received).toHaveLength(0);
    const waiting = await control<{ deliveries: { type: string; attempts: number }[] }>(
      open,
      "deliveries",
    );
    expect(waiting.deliveries).toMatchObject(
      Array(3).fill({ type: "customer.created", attempts: 0 }),
    );
    await control(open, "deliveries/release", {});
    expect(await settled(open, 3)).toEqual(["0", "1", "2"]);
    expect(await control(open, "webhooks")).toMatchObject({
      isHeld: false,
      deliveries: { pending: 0, delivered: 3 },
    });
  },
);

test.runIf(isLongRun)("every event is sent as many times as configured", async () => {
  await using open = openSandbox();
  open.sandbox.start();
  await control(open, "webhooks", { copies: 3 });
  await makeCustomers(open, 2);
  expect((await settled(open, 6)).toSorted()).toEqual(["0", "0", "0", "1", "1", "1"]);
});

test.runIf(isLongRun)("a seed decides the order, the same one each time", async () => {
  const orderOf = async (shuffleSeed: number) => {
    await using open = openSandbox();
    await control(open, "webhooks", { isHeld: true });
    await makeCustomers(open, 12);
    open.sandbox.start();
    await control(open, "deliveries/release", { shuffleSeed });
    return (await settled(open, 12)).join(" ");
  };
  const [first, again, other] = [await orderOf(1), await orderOf(1), await orderOf(2)];
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  expect(first).not.toBe("0 1 2 3 4 5 6 7 8 9 10 11");
});

test.runIf(isLongRun)(
  "a share is dropped, the same ones each time, and dropped events can be resent",
  async () => {
    await using open = openSandbox();
    open.sandbox.start();
    await control(open, "webhooks", { dropPerMille: 300, dropSeed: 7 });
    await makeCustomers(open, 40);
    const lost = await control<{ deliveries: { eventId: string }[] }>(
      open,
      "deliveries?state=dropped",
    );
    expect(lost.deliveries.length).toBeGreaterThan(4);
    expect(lost.deliveries.length).toBeLessThan(24);
    expect(await settled(open, 40 - lost.deliveries.length)).toHaveLength(
      40 - lost.deliveries.length,
    );
    for (const { eventId } of lost.deliveries) await control(open, `events/${eventId}/resend`, {});
    expect(new Set(await settled(open, 40)).size).toBe(40);
  },
);

test.runIf(isLongRun)("a delay is measured in real time", async () => {
  let now = Date.parse("2027-04-01T00:00:00Z");
  await using open = openSandbox({ now: () => new Date(now) });
  open.sandbox.start();
  await control(open, "webhooks", { delaySeconds: 60 });
  await makeCustomers(open, 1);
  await control(open, "clock", { advanceSeconds: 3600 });
  now += 59_000;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(open.received).toHaveLength(0);
  now += 1000;
  expect(await settled(open, 1)).toEqual(["0"]);
});

test.runIf(isLongRun)(
  "an event is sent again, as another mode's, and as another account's, still signed",
  async () => {
    await using open = openSandbox();
    open.sandbox.start();
    await makeCustomers(open, 1);
    await settled(open, 1);
    const id = open.received[0]?.event.id ?? "";
    await control(open, `events/${id}/resend`, { times: 2 });
    await settled(open, 3);
    await control(open, `events/${id}/resend`, { livemode: true });
    await settled(open, 4);
    await control(open, `events/${id}/resend`, { account: "acct_other" });
    await settled(open, 5);
    const decision = open.received.map(({ payload, signature }) =>
      Stripe.webhooks.constructEvent(payload, signature, webhookSecret),
    );
    expect(decision.map((event) => event.id)).toEqual(Array(5).fill(id));
    expect(decision.map(({ livemode, account }) => [livemode, account])).toEqual([
      [false, undefined],
      [false, undefined],
      [false, undefined],
      [true, undefined],
      [false, "acct_other"],
    ]);
    await expect(control(open, "events/evt_none/resend", {})).rejects.toThrow("No such event");
  },
);

test.runIf(isLongRun)("invalid input is rejected, and changes nothing", async () => {
  await using open = openSandbox();
  await expect(control(open, "webhooks", { copies: 0 })).rejects.toThrow("copies");
  await expect(control(open, "webhooks", { dropPerMille: 1001 })).rejects.toThrow("dropPerMille");
  await expect(control(open, "webhooks", { speed: 3 })).rejects.toThrow("unknown parameter");
  await expect(control(open, "moon", {})).rejects.toThrow("Unrecognized request URL");
  await control(open, "webhooks", { shuffleSeed: 4 });
  expect(await control(open, "webhooks", { shuffleSeed: null })).toMatchObject({
    copies: 1,
    dropPerMille: 0,
    shuffleSeed: null,
  });
});
