import { beforeAll, expect, test } from "vitest";
import { packageName } from "#goods/rules/package-number.ts";
import { aClosedManifest, typedNumber } from "#test/manifests.ts";
import { acceptedRequest, aShipper, packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

test("targets are named as screens name them, and found by these names", async () => {
  const { admin, packer, warehouseId } = desk;
  const customer = await aShipper(desk);
  const { id: shipRequestId, packageId } = await acceptedRequest(desk, customer);
  const { package: pkg } = await admin.api.packages.readShipment({ packageId: packageId ?? "" });
  await admin.api.packages.setFinalWeight({ packageId: pkg.id, finalWeightGrams: 900 });
  const label = typedNumber();
  await packer.api.labels.makeLabel({ shipRequestId, trackingNumber: label });
  const manifest = await aClosedManifest(packer, warehouseId, [label]);
  const { items: parcels } = await customer.api.inboundParcels.listInboundParcels({
    packageId: pkg.id,
  });
  const [warehouse] = (await admin.api.warehouses.listWarehouses({})).items;
  const names = [
    ["packages.setFinalWeight", packageName(pkg.number, pkg.trackingNumber)],
    ["manifests.closeManifest", manifest.number],
    ["packing.closeBox", manifest.items[0]?.reference ?? ""],
    ["receiving.receiveInboundParcel", parcels[0]?.trackingNumber ?? ""],
    ["warehouses.createWarehouse", warehouse?.name ?? ""],
  ] as const;
  for (const [action, name] of names) {
    const { items } = await admin.api.audit.listEntries({ action, target: name });
    expect(
      items.map(({ targetName }) => targetName),
      action,
    ).toEqual([name]);
  }
  const { items } = await admin.api.audit.listEntries({ target: `P-${pkg.number}` });
  expect(items.map(({ action }) => action)).toContain("packages.setFinalWeight");
});
