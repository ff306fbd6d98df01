import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import type { Package } from "#goods/contract/packages.ts";
import { legSteps, letterNumber, parcelNumber } from "./carrier-steps.ts";
import { shelfCode } from "./warehouse-day.ts";
import { deposit, type Customer, type DemoRun } from "./customer.ts";

const day = 24 * 3_600_000;

/** Days of a leg by its destination; all others take `daysAbroad`. */
const daysTo: Readonly<Record<string, number>> = { "Hong Kong": 3, Singapore: 4 };
const daysAbroad = 9;

type Handled = { readonly pkg: Package; readonly grams: number };

/** Schedules everything that admins do with a package. */
export function handlePackage(demo: DemoRun, customer: Customer, handled: Handled): void {
  const { admin, random, server } = demo;
  const { pkg } = handled;
  const now = server.now().getTime();
  const outcome = random();
  // Some packages never arrive at the warehouse, some are voided.
  if (outcome < 0.05) return;
  if (outcome < 0.09) {
    demo.schedule(now + 2 * day, async () => {
      await admin.packages.setPackageStatus({ packageId: pkg.id, status: "voided" });
    });
    return;
  }
  demo.schedule(now + (0.6 + random()) * day, async () => {
    const weighed = Math.round((handled.grams * (0.95 + random() * 0.15)) / 5) * 5;
    await receive(demo, pkg, weighed);
    await admin.packages.setPackageStatus({ packageId: pkg.id, status: "processing" });
    await admin.packages.setFinalWeight({ packageId: pkg.id, finalWeightGrams: weighed });
    if (random() < 0.4) {
      for (const { legNumber } of pkg.legs) {
        await admin.packages.generateQrCode({ packageId: pkg.id, legNumber });
      }
    }
    await holdFee(demo, customer, pkg, weighed);
  });
  // Some are never delivered.
  const stopsAfter = outcome > 0.95 ? 0 : pkg.legs.length;
  let at = now + (2 + random()) * day;
  pkg.legs.forEach((leg, index) => {
    const takes = (daysTo[leg.destination] ?? daysAbroad) * (0.7 + random() * 0.6) * day;
    const departs = at;
    demo.schedule(departs, () => depart(demo, leg, takes, index < stopsAfter));
    at += takes;
    at += (0.3 + random() * 0.5) * day;
  });
}

/** Receives the parcel of a package, if it comes to the warehouse. */
async function receive(demo: DemoRun, pkg: Package, weightGrams: number): Promise<void> {
  if (pkg.origin === "Singapore") return;
  await demo.admin.receiving.receiveInboundParcel({
    warehouseId: demo.warehouseId,
    scan: pkg.trackingNumber,
    measurements: { weightGrams, battery: "none" },
    storageLocationCode: shelfCode(demo.packageCount),
    recordedAt: demo.server.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
}

function numberOf(carrier: string, random: () => number): string {
  if (carrier === "SF Express") return parcelNumber(random);
  return letterNumber(random, carrier === "Singapore Post" ? "SG" : "HK");
}

/** Sends a leg off with a number, whose carrier reports its way and its arrival. */
async function depart(
  { admin, random, server }: DemoRun,
  leg: Package["legs"][number],
  takes: number,
  arrives: boolean,
): Promise<void> {
  const carrier = leg.carrier ?? "Hong Kong Post";
  const trackingNumber = numberOf(carrier, random);
  await server.chooseSteps(trackingNumber, legSteps(leg, takes / 3_600_000, arrives));
  await admin.packages.updateLeg({
    legId: leg.id,
    origin: leg.origin,
    destination: leg.destination,
    carrier,
    trackingNumber,
    estimatedDeparture: server.now().toISOString(),
    estimatedArrival: new Date(server.now().getTime() + takes).toISOString(),
    notes: null,
  });
  await admin.packages.setLegStatus({ legId: leg.id, status: "in_transit" });
}

/** Holds the fee and settles it six days later; a customer with too little balance deposits first. */
async function holdFee(
  demo: DemoRun,
  customer: Customer,
  pkg: Package,
  weightGrams: number,
): Promise<void> {
  const { admin, server, random } = demo;
  const quotedCents = 900 + Math.ceil(weightGrams / 500) * 650;
  const now = server.now().getTime();
  try {
    const { hold } = await admin.wallet.holdShippingFee({
      userId: customer.userId,
      amount: (quotedCents / 100).toFixed(2),
      reason: `Freight for ${pkg.trackingNumber}`,
      packageId: pkg.id,
      idempotencyKey: randomUUID(),
    });
    const paidCents = quotedCents - Math.floor(random() * 150);
    demo.schedule(now + 6 * day, async () => {
      const amount = (paidCents / 100).toFixed(2);
      await admin.wallet.settleHold({ holdId: hold.id, amount, reason: "As the carrier billed" });
    });
  } catch (error) {
    if (!(error instanceof ORPCError) || String(error.code) !== "insufficient_balance") throw error;
    demo.schedule(now + 0.3 * day, () => deposit(demo, customer, 200));
    demo.schedule(now + 0.5 * day, () => holdFee(demo, customer, pkg, weightGrams));
  }
}
