import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import type { Package } from "#goods/contract/packages.ts";
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
    await admin.packages.setPackageStatus({ packageId: pkg.id, status: "processing" });
    const weighed = Math.round((handled.grams * (0.95 + random() * 0.15)) / 5) * 5;
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
    demo.schedule(departs, () => depart(demo, leg, departs + takes));
    at += takes;
    if (index < stopsAfter) {
      demo.schedule(at, async () => {
        await admin.packages.setLegStatus({ legId: leg.id, status: "delivered" });
      });
    }
    at += (0.3 + random() * 0.5) * day;
  });
}

async function depart(
  { admin, random, server }: DemoRun,
  leg: Package["legs"][number],
  arrives: number,
): Promise<void> {
  await admin.packages.updateLeg({
    legId: leg.id,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier ?? "Hong Kong Post",
    trackingNumber: postalNumber(Math.floor(random() * 1e8)),
    estimatedDeparture: server.now().toISOString(),
    estimatedArrival: new Date(arrives).toISOString(),
    notes: null,
  });
  await admin.packages.setLegStatus({ legId: leg.id, status: "in_transit" });
}

/** A postal tracking number with its check digit. */
function postalNumber(serial: number): string {
  const digits = String(serial).padStart(8, "0");
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = 11 - (sum % 11);
  return `RB${digits}${check === 10 ? 0 : check === 11 ? 5 : check}HK`;
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
