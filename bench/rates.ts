// CPU time of comparing all services for one parcel, against looking each price up in its table.
//   node bench/rates.ts
import { estimateServices } from "#goods/rules/package-estimate.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import { acceptedServices } from "#test/seeded-services.ts";

const runs = 2_000;
const copies = 10;

/** Ten of each, with ten surcharges, so that an operator with many carriers is measured too. */
const manyServices: readonly ShippingService[] = acceptedServices.flatMap((service) =>
  Array.from({ length: copies }, (_, index) => ({
    ...service,
    code: index === 0 ? service.code : `${service.code}-${index}`,
    divisor: 5000 as const,
    surcharges: Array.from({ length: copies }, () => ({
      kind: "fuel_percent" as const,
      condition: {},
      amount: 125,
      validFrom: "2026-01-01",
    })),
  })),
);
const rates = { HKD: "8", SGD: "1.5", AUD: "1.6", GBP: "0.8", CAD: "1.5", CNY: "8", USD: "1.1" };

function compareAll(services: readonly ShippingService[], weightGrams: number): number {
  const piece = { weightGrams, sidesMm: [400, 300, 250] } as const;
  return estimateServices(
    {
      countryCode: "US",
      postalCode: "10001",
      day: "2026-11-23",
      standsIn: "HK",
      keptLegs: 0,
      batteries: ["none"],
      goods: [],
      isAddressComplete: true,
    },
    { low: piece, high: piece },
    { services, lanes: [], rates, prepaidDuty: [] },
    "price",
  ).length;
}

function lookUpAll(services: readonly ShippingService[], weightGrams: number): number {
  let sum = 0;
  for (const { rates: tables } of services) {
    const table = tables.find(({ countries }) => countries.includes("US"));
    sum += table?.bands.find(({ upToGrams }) => weightGrams <= upToGrams)?.priceCents ?? 0;
  }
  return sum;
}

function cpuMilliseconds(work: (weightGrams: number) => number): number {
  for (let run = 0; run < runs; run++) work(100 + run);
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run++) work(100 + run);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

for (const services of [acceptedServices, manyServices]) {
  const compared = cpuMilliseconds((grams) => compareAll(services, grams));
  const looked = cpuMilliseconds((grams) => lookUpAll(services, grams));
  console.log(
    `${services.length} services: ${compared.toFixed(4)} ms of CPU for a parcel, ` +
      `${(compared / looked).toFixed(0)} times a bare look-up (${looked.toFixed(5)} ms)`,
  );
}
