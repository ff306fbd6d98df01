// Creates packages for tests through the API.
import { randomUUID } from "node:crypto";
import type { Package } from "#goods/contract/packages.ts";
import type { NewPackageInput } from "#goods/server/packages/parse-package.ts";
import type { TestPerson } from "./users.ts";

/** The input of a package from China to the United States, with `changes`. */
export function packageInput(
  changes: Partial<NewPackageInput> = {},
): NewPackageInput & { idempotencyKey: string } {
  return {
    trackingNumber: "SF1234567890123",
    origin: "China",
    destination: "United States",
    estimatedWeightGrams: 1500,
    idempotencyKey: randomUUID(),
    ...changes,
  };
}

/** A new package of `person`. */
export async function aPackage(
  person: TestPerson,
  changes: Partial<NewPackageInput> = {},
): Promise<Package> {
  const { package: pkg } = await person.api.packages.createPackage(packageInput(changes));
  return pkg;
}
