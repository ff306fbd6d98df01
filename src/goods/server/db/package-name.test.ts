import { beforeAll, expect, test } from "vitest";
import { readPackageName } from "#goods/server/packages/package-notifications.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  customer = await aCustomer(app, { plan: "Premium" });
  return () => app.close();
});

const nameOf = (pkg: Parameters<typeof readPackageName>[1]) =>
  readPackageName(app.database.kysely, pkg);

test("a package is named by its tracking number, and with a warehouse by P, its number and what is in it", async () => {
  const tea = await aPackage(customer, { trackingNumber: "TEA111222", description: "Tea set" });
  const books = await aPackage(customer, {
    trackingNumber: "BOOK333444",
    description: `Books about ${"far ".repeat(10)}islands`,
  });
  const plain = await aPackage(customer, { trackingNumber: "PLAIN555666" });
  expect(await nameOf(tea)).toBe("TEA111222");
  await addWarehouse((await anAdmin(app)).api, { code: "HK1" });
  expect(await nameOf(tea)).toBe(`P-${tea.number} (Tea set)`);
  expect(await nameOf(books)).toBe(
    `P-${books.number} (Books about ${"far ".repeat(7).slice(0, 27).trim()}…)`,
  );
  expect(await nameOf(plain)).toBe(`P-${plain.number}`);
});
