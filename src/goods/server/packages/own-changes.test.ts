import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Package, ShipmentEvent } from "#goods/contract/packages.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { aPackage, packageInput } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { enteredProfile } from "#test/profiles.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  customer = await aCustomer(app, { plan: "Super", packageQuota: 500 });
  return () => app.close();
});

// A GIF of one pixel.
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const picture = (name = "tea.gif") => new File([pixel], name, { type: "image/gif" });

const read = (person: TestPerson, packageId: string) =>
  person.api.packages.readPackage({ packageId });

async function eventsOf(packageId: string): Promise<ShipmentEvent[]> {
  return (await admin.api.packages.readShipment({ packageId })).events;
}

const moveLeg = (pkg: Package) =>
  admin.api.packages.setLegStatus({
    legId: pkg.legs[0]?.id ?? "",
    status: "in_transit",
    expectedVersion: "pending",
  });

const hasMoved = "This package can no longer be changed, since a leg of it has already moved.";

const corrected = { description: "Green tea", estimatedWeightGrams: 1800 };

describe("Correcting a package", () => {
  test("stores description and weight, and staff see what was changed", async () => {
    const { id: packageId } = await aPackage(customer, { description: "Tea" });
    expect(await customer.api.packages.updatePackage({ packageId, fields: corrected })).toEqual({});
    expect((await read(customer, packageId)).package).toMatchObject(corrected);
    expect((await eventsOf(packageId)).at(-1)).toMatchObject({
      kind: "package_changed",
      before: '{"description":"Tea","estimatedWeightGrams":1500}',
      after: '{"description":"Green tea","estimatedWeightGrams":1800}',
      byStaff: false,
      actorEmail: customer.email,
    });
  });

  test("with the stored values changes nothing", async () => {
    const pkg = await aPackage(customer, { description: "Tea" });
    const { id: packageId, estimatedWeightGrams } = pkg;
    const same = { packageId, fields: { description: "Tea", estimatedWeightGrams } };
    await customer.api.packages.updatePackage(same);
    expect(await eventsOf(packageId)).toHaveLength(1);
  });

  test.each([0, -1, 1500.5, 1_000_001])("to %d g is an invalid weight", async (grams) => {
    const { id: packageId } = await aPackage(customer);
    const input = { packageId, fields: { description: "", estimatedWeightGrams: grams } };
    await expectApiError(customer.api.packages.updatePackage(input), "invalid_weight");
  });

  test("to more than the plan carries is rejected with both weights", async () => {
    const { id: packageId } = await aPackage(customer);
    await expectApiError(
      customer.api.packages.updatePackage({
        packageId,
        fields: { description: "", estimatedWeightGrams: 4001 },
      }),
      "weight_above_plan",
      "This package weighs 4.001 kg, but your Super plan carries at most 4 kg per package.",
    );
    expect((await read(customer, packageId)).package.estimatedWeightGrams).toBe(1500);
  });

  test("without a plan may lower the weight, but not raise it", async () => {
    const former = await aCustomer(app, { plan: "Basic" });
    const { id: packageId } = await aPackage(former);
    await app.database.kysely
      .updateTable("profiles")
      .set({ subscription: null, maxWeightGrams: 0, packageQuota: 0 })
      .where("id", "=", former.userId)
      .execute();
    const weighing = (estimatedWeightGrams: number) =>
      former.api.packages.updatePackage({
        packageId,
        fields: { description: "", estimatedWeightGrams },
      });
    await weighing(1400);
    await expectApiError(weighing(1450), "subscription_required");
  });

  test("a stale edit is rejected with what is stored", async () => {
    const { id: packageId } = await aPackage(customer, { description: "Tea" });
    const expectedVersion = { description: "Tea", estimatedWeightGrams: 1500 };
    const edit = (description: string) =>
      customer.api.packages.updatePackage({
        packageId,
        fields: { description, estimatedWeightGrams: 1500 },
        expectedVersion,
      });
    await edit("Green tea");
    await edit("Green tea");
    const current = { description: "Green tea", estimatedWeightGrams: 1500 };
    await expect(edit("Black tea")).rejects.toMatchObject({ code: "conflict", data: { current } });
  });

  test("ends when a leg moves or staff change the status, with the reason", async () => {
    const [moved, handled] = [await aPackage(customer), await aPackage(customer)];
    await moveLeg(moved);
    await admin.api.packages.setPackageStatus({ packageId: handled.id, status: "processing" });
    await expectApiError(
      customer.api.packages.updatePackage({ packageId: moved.id, fields: corrected }),
      "package_not_changeable",
      hasMoved,
    );
    await expectApiError(
      customer.api.packages.updatePackage({ packageId: handled.id, fields: corrected }),
      "package_not_changeable",
      "This package can no longer be changed, since we have started to handle it.",
    );
  });
});

describe("Images", () => {
  test("can be added until delivery, by staff also later", async () => {
    const { id: packageId } = await aPackage(customer);
    const add = (person: TestPerson) => {
      // Images are listed by time.
      app.clock.advance(1000);
      return person.api.packages.addImage({
        packageId,
        file: picture(),
        idempotencyKey: randomUUID(),
      });
    };
    await admin.api.packages.setPackageStatus({ packageId, status: "in_transit" });
    expect(await add(customer)).toMatchObject({ isOwn: true });
    await admin.api.packages.setPackageStatus({ packageId, status: "delivered" });
    await expectApiError(
      add(customer),
      "package_not_changeable",
      "This package can no longer be changed, since it was delivered, cancelled or voided.",
    );
    expect(await add(admin)).toMatchObject({ isOwn: true });
    const { images } = await read(customer, packageId);
    expect(images.map(({ isOwn }) => isOwn)).toEqual([true, false]);
  });

  test("of one's own can be deleted until the package moves, those of staff never", async () => {
    const pkg = await aPackage(customer);
    const packageId = pkg.id;
    const add = (person: TestPerson) => {
      // Images are listed by time.
      app.clock.advance(1000);
      return person.api.packages.addImage({
        packageId,
        file: picture(),
        idempotencyKey: randomUUID(),
      });
    };
    const [first, second, byStaff] = [await add(customer), await add(customer), await add(admin)];
    const remove = (person: TestPerson, imageId: string) =>
      person.api.packages.deleteOwnImage({ imageId });
    await remove(customer, first.id);
    await expectApiError(remove(customer, first.id), "not_found");
    await expectApiError(remove(customer, byStaff.id), "not_found");
    await expectApiError(remove(await aCustomer(app), second.id), "not_found");
    await expectApiError(remove(admin, byStaff.id), "not_found");
    await moveLeg(pkg);
    await expectApiError(remove(customer, second.id), "package_not_changeable", hasMoved);
    const after = await read(customer, packageId);
    expect(after.images.map(({ id }) => id)).toEqual([second.id, byStaff.id]);
    expect(after.package.imagesCount).toBe(2);
  });
});

describe("The recipient", () => {
  const profile = enteredProfile({
    fullName: "Mei Chan",
    phone: "+1 555 0100",
    address: "418 Alder Street",
    addressLine2: "Apt 5",
    city: "Portland",
    state: "OR",
    country: "US",
    postalCode: "97204",
  });
  const { fullName: name, country: _destination, ...address } = profile;
  const complete = { ...emptyRecipient, name, ...address, latinName: "" };

  async function aCustomerWithAddress(): Promise<TestPerson> {
    const person = await aCustomer(app, { plan: "Super" });
    await person.api.users.updateProfile(profile);
    return person;
  }

  test("is the customer of the profile, with an address in the destination alone", async () => {
    const person = await aCustomerWithAddress();
    const [toThere, elsewhere] = [
      await aPackage(person),
      await aPackage(person, { destination: "Germany" }),
    ];
    expect((await read(person, toThere.id)).recipient).toEqual(complete);
    expect((await read(person, elsewhere.id)).recipient).toEqual({
      ...emptyRecipient,
      name,
      phone: profile.phone,
    });
  });

  test("can be another one for a package, which staff see with it and on the label", async () => {
    const person = await aCustomerWithAddress();
    const recipient = { ...complete, name: "Ben Carter", address: "1750 Wazee Street" };
    const { id: packageId } = await aPackage(person, { recipient });
    expect((await read(person, packageId)).recipient).toEqual(recipient);
    const pkg = await admin.api.packages.readShipment({ packageId });
    expect(pkg.recipient).toEqual(recipient);
    const code = await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
    const label = await admin.api.packages.readQrCode({ qrCodeId: code.id });
    expect(label).toMatchObject({ recipient, packageDestination: "United States" });
    expect((await person.api.users.readProfile({})).address).toBe(profile.address);
  });

  test("carries the name in Latin letters beside one in another script alone", async () => {
    const person = await aCustomerWithAddress();
    await person.api.users.updateProfile({ ...profile, fullName: "陈伟", latinName: "Chen Wei" });
    const both = { ...complete, name: "陈伟", latinName: "Chen Wei" };
    const { id: packageId } = await aPackage(person);
    expect((await read(person, packageId)).recipient).toEqual(both);
    const code = await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
    const label = await admin.api.packages.readQrCode({ qrCodeId: code.id });
    expect(label.recipient).toEqual(both);
    const change = (recipient: typeof complete) =>
      person.api.packages.updateRecipient({ packageId, recipient });
    await change({ ...both, name: "Ben Carter" });
    expect((await read(person, packageId)).recipient).toEqual({ ...complete, name: "Ben Carter" });
    await change({ ...both, latinName: "ＬＩ　Ｎａ" });
    expect((await read(person, packageId)).recipient.latinName).toBe("LI Na");
    await expectApiError(change({ ...both, latinName: "李娜" }), "invalid_input");
    const { content } = await person.api.users.exportAccount({});
    expect(content).toContain('"latinName": "Chen Wei"');
    expect(content).toContain('"latinName": "LI Na"');
  });

  test("may lack the name in Latin letters, which can be added after the package has moved", async () => {
    const person = await aCustomerWithAddress();
    const pkg = await aPackage(person, { recipient: { ...complete, name: "陈伟" } });
    await moveLeg(pkg);
    const recipient = { ...complete, name: "陈伟", latinName: "Chen Wei" };
    await person.api.packages.updateRecipient({ packageId: pkg.id, recipient });
    const other = { ...recipient, latinName: "Li Na" };
    await expectApiError(
      person.api.packages.updateRecipient({ packageId: pkg.id, recipient: other }),
      "package_not_changeable",
      hasMoved,
    );
  });

  test("belongs to the request: another one under the same key is rejected", async () => {
    const person = await aCustomerWithAddress();
    const input = packageInput({ recipient: complete });
    const { package: pkg } = await person.api.packages.createPackage(input);
    expect((await person.api.packages.createPackage(input)).package.id).toBe(pkg.id);
    const others = [
      { ...complete, name: "Ben Carter" },
      { ...complete, name: "陈伟" },
      { ...complete, name: "陈伟", latinName: "Chen Wei" },
    ];
    for (const recipient of others) {
      const other = { ...input, recipient };
      await expectApiError(person.api.packages.createPackage(other), "idempotency_key_reused");
    }
  });

  test("can be changed until the package moves; what is missing also later", async () => {
    const person = await aCustomerWithAddress();
    const pkg = await aPackage(person, { recipient: { ...complete, address: "" } });
    const change = (recipient: typeof complete, expectedVersion?: typeof complete) =>
      person.api.packages.updateRecipient({ packageId: pkg.id, recipient, expectedVersion });
    const other = { ...complete, address: "", name: "Ben Carter" };
    await change(other);
    await expect(change({ ...other, city: "Denver" }, complete)).rejects.toMatchObject({
      code: "conflict",
      data: { current: other },
    });
    await moveLeg(pkg);
    await change(complete);
    await expectApiError(change(other), "package_not_changeable", hasMoved);
    expect((await read(person, pkg.id)).recipient).toEqual(complete);
    const events = await eventsOf(pkg.id);
    expect(events.filter(({ kind }) => kind === "recipient_changed")).toMatchObject([
      { before: null, after: null },
      { before: null, after: null },
    ]);
  });

  test("is in the export of the account", async () => {
    const person = await aCustomerWithAddress();
    await aPackage(person, { recipient: { ...complete, name: "Aunt Thimble" } });
    const { content } = await person.api.users.exportAccount({});
    expect(content).toContain("Aunt Thimble");
    expect(content).toContain("Apt 5");
  });
});

test("Customers see of a package's history what matters to them, also where they track it", async () => {
  const pkg = await aPackage(customer, { trackingNumber: `HIST${randomUUID().slice(0, 8)}` });
  const packageId = pkg.id;
  const [first] = pkg.legs;
  if (first === undefined) throw new Error("The package has no leg.");
  await customer.api.packages.updatePackage({ packageId, fields: corrected });
  await customer.api.packages.addImage({
    packageId,
    file: picture("mine.gif"),
    idempotencyKey: randomUUID(),
  });
  await admin.api.packages.addImage({
    packageId,
    file: picture("theirs.gif"),
    idempotencyKey: randomUUID(),
  });
  await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
  const { id: legId, origin, destination, carrier, trackingNumber, estimatedDeparture } = first;
  await admin.api.packages.updateLeg({
    legId,
    origin,
    destination,
    carrier,
    trackingNumber,
    estimatedDeparture,
    estimatedArrival: "2030-01-02T00:00:00.000Z",
    notes: "Internal note",
  });
  await admin.api.packages.setFinalWeight({ packageId, finalWeightGrams: 1700 });
  await moveLeg(pkg);
  const shown = [
    "package_created",
    "image_added",
    "leg_dates_changed",
    "final_weight_changed",
    "leg_status_changed",
    "package_status_changed",
  ];
  const { events } = await read(customer, packageId);
  expect(events.map(({ kind }) => kind)).toEqual(shown);
  expect(JSON.stringify(events)).not.toContain("Internal note");
  expect(events[1]?.after).toMatch(/^theirs/);
  const { items } = await customer.api.packages.trackPackage({
    trackingNumber: pkg.trackingNumber,
  });
  expect(items[0]?.events).toEqual(events);
  const all = (await eventsOf(packageId)).map(({ kind }) => kind);
  expect(all).toEqual(
    expect.arrayContaining(["package_changed", "leg_changed", "qr_code_generated", ...shown]),
  );
});

describe("Emails about legs", () => {
  async function subjects(person: TestPerson): Promise<string[]> {
    return (await app.emailsTo(person.email)).map(({ subject }) => subject).toSorted();
  }

  test("name the leg and when the package arrives, link to the package, and are sent once for each leg", async () => {
    app.clock.set("2026-03-02T08:00:00Z");
    const person = await aCustomer(app, { plan: "Super" });
    const pkg = await aPackage(person);
    const move = (legNumber: number, status: "pending" | "in_transit" | "delivered") =>
      admin.api.packages.setLegStatus({ legId: pkg.legs[legNumber - 1]?.id ?? "", status });
    await move(1, "in_transit");
    app.clock.advance(1000);
    // The package is in transit already.
    await move(2, "in_transit");
    await move(2, "pending");
    await move(2, "in_transit");
    const about = "Your package SF1234567890123 is on its way";
    expect(await subjects(person)).toEqual([`${about}: leg 1 of 3`, `${about}: leg 2 of 3`]);
    const emails = await app.emailsTo(person.email);
    const text = emails.find(({ subject }) => subject.endsWith("leg 2 of 3"))?.text;
    expect(text).toContain("Leg 2 of 3: Hong Kong → Singapore");
    expect(text).toMatch(/Expected arrival: (by|between) \w+ \d+, 2026/);
    expect(text).toContain(`/dashboard/packages?package=${pkg.id}`);
  });
});
