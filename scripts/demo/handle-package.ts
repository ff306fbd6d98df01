// How staff of the demo bring one package on: weighed, a fee set aside, leg after leg, delivered or not.
import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import type { Package } from "#contract/packages.ts";
import { deposit, type Customer, type Story } from "./customer.ts";

const day = 24 * 3_600_000;

/** How long a leg takes, in days, by where it ends; what is not named takes longest. */
const daysTo: Readonly<Record<string, number>> = { "Hong Kong": 3, Singapore: 4 };
const daysAbroad = 9;

type Handled = { readonly pkg: Package; readonly grams: number };

/** Plans everything that staff will do with a package from now on. */
export function handlePackage(story: Story, customer: Customer, handled: Handled): void {
  const { admin, chance, shop } = story;
  const { pkg } = handled;
  const now = shop.now().getTime();
  const fate = chance();
  // Some are never seen at the warehouse, some are given up.
  if (fate < 0.05) return;
  if (fate < 0.09) {
    story.plan(now + 2 * day, async () => {
      await admin.packages.setPackageStatus({ packageId: pkg.id, status: "voided" });
    });
    return;
  }
  story.plan(now + (0.6 + chance()) * day, async () => {
    await admin.packages.setPackageStatus({ packageId: pkg.id, status: "processing" });
    const weighed = Math.round((handled.grams * (0.95 + chance() * 0.15)) / 5) * 5;
    await admin.packages.setFinalWeight({ packageId: pkg.id, finalWeightGrams: weighed });
    if (chance() < 0.4) {
      for (const { legNumber } of pkg.legs) {
        await admin.packages.generateQrCode({ packageId: pkg.id, legNumber });
      }
    }
    await setFeeAside(story, customer, pkg, weighed);
  });
  // Some fall silent on the way.
  const stopsAfter = fate > 0.95 ? 0 : pkg.legs.length;
  let at = now + (2 + chance()) * day;
  pkg.legs.forEach((leg, index) => {
    const takes = (daysTo[leg.destination] ?? daysAbroad) * (0.7 + chance() * 0.6) * day;
    const departs = at;
    story.plan(departs, () => depart(story, leg, departs + takes));
    at += takes;
    if (index < stopsAfter) {
      story.plan(at, async () => {
        await admin.packages.setLegStatus({ legId: leg.id, status: "delivered" });
      });
    }
    at += (0.3 + chance() * 0.5) * day;
  });
}

async function depart(
  { admin, chance, shop }: Story,
  leg: Package["legs"][number],
  arrives: number,
): Promise<void> {
  await admin.packages.updateLeg({
    legId: leg.id,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier ?? "Hong Kong Post",
    trackingNumber: postalNumber(Math.floor(chance() * 1e8)),
    estimatedDeparture: shop.now().toISOString(),
    estimatedArrival: new Date(arrives).toISOString(),
    notes: null,
  });
  await admin.packages.setLegStatus({ legId: leg.id, status: "in_transit" });
}

/** A number of the post's form, with its check digit. */
function postalNumber(serial: number): string {
  const digits = String(serial).padStart(8, "0");
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = 11 - (sum % 11);
  return `RB${digits}${check === 10 ? 0 : check === 11 ? 5 : check}HK`;
}

/** Holds the fee, and takes it when the freight is paid; who has too little is waited for. */
async function setFeeAside(
  story: Story,
  customer: Customer,
  pkg: Package,
  weightGrams: number,
): Promise<void> {
  const { admin, shop, chance } = story;
  const quotedCents = 900 + Math.ceil(weightGrams / 500) * 650;
  const now = shop.now().getTime();
  try {
    const { hold } = await admin.wallet.holdShippingFee({
      userId: customer.userId,
      amount: (quotedCents / 100).toFixed(2),
      reason: `Freight for ${pkg.trackingNumber}`,
      packageId: pkg.id,
      idempotencyKey: randomUUID(),
    });
    const paidCents = quotedCents - Math.floor(chance() * 150);
    story.plan(now + 6 * day, async () => {
      const amount = (paidCents / 100).toFixed(2);
      await admin.wallet.settleHold({ holdId: hold.id, amount, reason: "As the carrier billed" });
    });
  } catch (error) {
    if (!(error instanceof ORPCError) || String(error.code) !== "insufficient_balance") throw error;
    story.plan(now + 0.3 * day, () => deposit(story, customer, 200));
    story.plan(now + 0.5 * day, () => setFeeAside(story, customer, pkg, weightGrams));
  }
}
