import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { PackageStage } from "#goods/rules/package-stage.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await addWarehouse((await anAdmin(app)).api);
  return () => app.close();
});

describe("Where the own parcels and packages are", () => {
  const nothing = {
    awaitedParcels: 0,
    shelvedParcels: 0,
    requestedParcels: 0,
    travellingPackages: 0,
    isAddressMissing: false,
  };

  /** A parcel of the account, as a row. */
  async function aParcel(
    userId: string,
    state: "expected" | "received" | "packed" | "departed" | "cancelled",
    packageId: string | null = null,
  ): Promise<void> {
    await app.database.kysely
      .insertInto("inboundParcels")
      .values({
        userId,
        packageId,
        trackingNumber: `SF${randomUUID().replaceAll("-", "").slice(0, 14).toUpperCase()}`,
        source: "declared",
        state,
        createdAt: app.clock.now(),
        updatedAt: app.clock.now(),
      })
      .execute();
  }

  async function setStage(packageId: string, stage: PackageStage): Promise<void> {
    await app.database.kysely
      .updateTable("packages")
      .set({ stage })
      .where("id", "=", packageId)
      .execute();
  }

  test("is counted exactly, of the customer alone", async () => {
    const owner = await aCustomer(app, { plan: "Premium" });
    const other = await aCustomer(app, { plan: "Premium" });
    const overview = async () => (await owner.api.inboundParcels.readAddress({})).overview;
    expect(await overview()).toEqual(nothing);
    for (const state of ["expected", "received", "packed", "departed"] as const) {
      await aParcel(other.userId, state);
    }
    await setStage((await aPackage(other)).id, "on_the_way");
    expect(await overview()).toEqual(nothing);

    const free = await aPackage(owner, { trackingNumber: freshNumber() });
    const requested = await aPackage(owner, { trackingNumber: freshNumber() });
    const left = await aPackage(owner, { trackingNumber: freshNumber() });
    const arrived = await aPackage(owner, { trackingNumber: freshNumber() });
    await setStage(free.id, "ready");
    await setStage(requested.id, "packing");
    await setStage(left.id, "handed_over");
    await setStage(arrived.id, "delivered");
    // Each package awaits the parcel of its own number.
    expect(await overview()).toEqual({ ...nothing, awaitedParcels: 4, travellingPackages: 1 });
    await aParcel(owner.userId, "cancelled");
    await aParcel(owner.userId, "departed", left.id);
    await aParcel(owner.userId, "received", free.id);
    await aParcel(owner.userId, "packed", free.id);
    await aParcel(owner.userId, "received");
    await aParcel(owner.userId, "received", requested.id);
    await aParcel(owner.userId, "packed", requested.id);
    expect(await overview()).toEqual({
      awaitedParcels: 4,
      shelvedParcels: 3,
      requestedParcels: 2,
      travellingPackages: 1,
      isAddressMissing: true,
    });
  });

  test("says that an address is missing while a parcel is here that could go nowhere", async () => {
    const { api, userId } = await aCustomer(app);
    const isMissing = async () =>
      (await api.inboundParcels.readAddress({})).overview.isAddressMissing;
    await aParcel(userId, "expected");
    expect(await isMissing()).toBe(false);
    await aParcel(userId, "received");
    expect(await isMissing()).toBe(true);
    const { id: _id, email: _email, ...profile } = await api.users.readProfile({});
    await api.users.updateProfile({ ...profile, address: "1 Orchard Road", country: "SG" });
    expect(await isMissing()).toBe(false);
  });

  test("does not ask for an address that a package has", async () => {
    const owner = await aCustomer(app, { plan: "Basic" });
    const { id } = await aPackage(owner, { trackingNumber: freshNumber() });
    await aParcel(owner.userId, "received", id);
    const isMissing = async () =>
      (await owner.api.inboundParcels.readAddress({})).overview.isAddressMissing;
    expect(await isMissing()).toBe(true);
    const address = { address: "1 Orchard Road", addressLine2: "", city: "", state: "" };
    await app.database.kysely
      .insertInto("packageRecipients")
      .values({ packageId: id, name: "Tan", phone: "1", postalCode: "238823", ...address })
      .onConflict((conflict) => conflict.column("packageId").doUpdateSet(address))
      .execute();
    expect(await isMissing()).toBe(false);
  });
});
