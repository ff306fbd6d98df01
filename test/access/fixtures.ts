import { randomUUID } from "node:crypto";
import type { Package } from "#goods/contract/packages.ts";
import { staffRoles } from "#platform/rules/staff-role.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aDevice } from "#test/push.ts";
import { receiveScan } from "#test/receiving.ts";
import { receivedPackage, request, setExchangeRates } from "#test/ship-requests.ts";
import { aCustomer, anAdmin, aStaffMember, signInBrowser, type TestPerson } from "#test/users.ts";
import type { TestApp, TestClient } from "#test/test-app.ts";

/**
 * Who calls: nobody signed in, another customer, the customer who owns what the input names, somebody with one role of
 * staff and two-factor authentication, an admin.
 */
export const roles = ["signedOut", "other", "owner", ...staffRoles, "admin"] as const;
export type Role = (typeof roles)[number];

export type Fixtures = Readonly<Record<Exclude<Role, "signedOut">, TestPerson>> & {
  /** The owner's package, its first leg, a transaction, an open payout request, and a session of another browser. */
  readonly pkg: Package;
  readonly legId: string;
  /** Another package of the owner, to another destination. */
  readonly pkgToJapan: Package;
  /** A loose parcel of the owner that is expected, and one that was received. */
  readonly parcelId: string;
  readonly receivedParcelId: string;
  readonly receivedNumber: string;
  readonly receivingRecordId: string;
  /** The warehouse in which it was received. */
  readonly warehouseId: string;
  /** A parcel in it without a known owner, the owner's member code, and an open claim of the owner. */
  readonly unmatchedParcelId: string;
  readonly ownerCode: string;
  readonly claimId: string;
  /** An open case of the owner, about the account. */
  readonly caseId: string;
  /** A package of the owner that is to be packed. */
  readonly shipped: {
    readonly packageId: string;
    readonly shipRequestId: string;
    readonly parcelId: string;
    readonly warehouseId: string;
  };
  readonly transactionId: string;
  readonly payoutRequestId: string;
  readonly sessionId: string;
  /** The owner's browser, which is notified by push. */
  readonly pushDeviceId: string;
};

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const ofClaims = ["unmatchedParcelId", "ownerCode", "claimId"] as const;

async function aTransaction(admin: TestPerson, userId: string): Promise<string> {
  const adjustment = { userId, amount: "1.00", reason: "For the matrix" };
  const { transaction } = await admin.api.wallet.adjustWallet({
    ...adjustment,
    kind: "credit",
    idempotencyKey: randomUUID(),
  });
  await admin.api.wallet.adjustWallet({
    ...adjustment,
    kind: "deduction",
    idempotencyKey: randomUUID(),
  });
  return transaction.id;
}

async function anOpenPayout(admin: TestPerson, owner: TestPerson): Promise<string> {
  const credit = { kind: "credit" as const, amount: "1.00", reason: "For the matrix" };
  const { userId } = owner;
  await admin.api.wallet.adjustWallet({ ...credit, userId, idempotencyKey: randomUUID() });
  const input = { amount: "1.00", details: "To account 42", idempotencyKey: randomUUID() };
  return (await owner.api.wallet.requestPayout(input)).id;
}

/** A loose parcel that was received. */
async function aReceivedParcel(app: TestApp, owner: TestPerson, admin: TestPerson) {
  const { id: receivedParcelId, trackingNumber } = await declareParcel(owner);
  const warehouseId = await enterWarehouse(app, { by: admin });
  const receivedNumber = trackingNumber ?? "";
  await receiveScan(app, admin, { warehouseId, scan: receivedNumber });
  const { records } = await admin.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: receivedParcelId,
  });
  const receivingRecordId = records[0]?.id ?? "";
  return { receivedParcelId, receivedNumber, receivingRecordId, warehouseId };
}

/** A parcel without a known owner, whose number the owner claims. */
async function aClaimedParcel(
  app: TestApp,
  owner: TestPerson,
  staff: { readonly admin: TestPerson; readonly warehouseId: string },
) {
  const { admin, warehouseId } = staff;
  const scan = freshNumber();
  const { parcel } = await receiveScan(app, admin, { warehouseId, scan });
  const { memberCode: ownerCode } = await owner.api.inboundParcels.readAddress({});
  const claim = { trackingNumber: scan, note: "", idempotencyKey: randomUUID() };
  const { id: claimId } = await owner.api.parcelClaims.claimInboundParcel(claim);
  return { unmatchedParcelId: parcel.id, ownerCode, claimId };
}

/** What the owner wrote about the account. */
async function aCase({ api, userId }: TestPerson): Promise<string> {
  const { id } = await api.cases.openCase({
    subject: "account",
    subjectId: userId,
    problem: "other",
    text: "The emails come twice.",
    idempotencyKey: randomUUID(),
  });
  return id;
}

/** A package of the owner with a received parcel and an open ship request. */
async function aShippedPackage(
  app: TestApp,
  owner: TestPerson,
  admin: TestPerson,
): Promise<Fixtures["shipped"]> {
  await setExchangeRates(app);
  const desk = { app, receiver: admin, warehouseId: await enterWarehouse(app, { by: admin }) };
  const { packageId, parcelIds } = await receivedPackage(desk, owner, [700]);
  const { id: shipRequestId } = await request(owner, packageId);
  const { warehouseId } = desk;
  return { packageId, shipRequestId, parcelId: parcelIds[0] ?? "", warehouseId };
}

/** What the owner has beside plan and money. */
async function theOwnersGoods(
  app: TestApp,
  people: Pick<Fixtures, "owner" | "admin">,
  isNeeded: (...things: readonly (keyof Fixtures)[]) => boolean,
): Promise<Partial<Fixtures>> {
  const { owner, admin } = people;
  const goods: Partial<Mutable<Fixtures>> = {};
  if (isNeeded("pkg", "legId")) {
    goods.pkg = await aPackage(owner);
    goods.legId = goods.pkg.legs[0]?.id ?? "";
  }
  if (isNeeded("pkgToJapan")) {
    const toJapan = { trackingNumber: "SF7654321098765", destination: "Japan" };
    goods.pkgToJapan = await aPackage(owner, toJapan);
  }
  if (isNeeded("caseId")) goods.caseId = await aCase(owner);
  if (isNeeded("parcelId")) goods.parcelId = (await declareParcel(owner)).id;
  if (
    isNeeded("receivedParcelId", "receivedNumber", "receivingRecordId", "warehouseId", ...ofClaims)
  ) {
    const received = await aReceivedParcel(app, owner, admin);
    Object.assign(goods, received);
    if (isNeeded(...ofClaims)) {
      const { warehouseId } = received;
      Object.assign(goods, await aClaimedParcel(app, owner, { admin, warehouseId }));
    }
  }
  if (isNeeded("shipped")) goods.shipped = await aShippedPackage(app, owner, admin);
  if (isNeeded("transactionId")) goods.transactionId = await aTransaction(admin, owner.userId);
  return goods;
}

/** The names of the fixtures that `read` reads. */
export function thingsReadBy(
  read: (fixtures: Fixtures) => unknown,
  fixtures: Fixtures,
): ReadonlySet<keyof Fixtures> {
  const names = new Set<keyof Fixtures>();
  const watched = new Proxy(fixtures, {
    get: (target, name: keyof Fixtures) => {
      names.add(name);
      return target[name];
    },
  });
  read(watched);
  return names;
}

/**
 * New fixtures. The owner has an open payout request but no other money, and is the only one with a plan. With `needs`, what
 * it does not name is missing but for owner, admin and payout request: making everything takes 40 requests.
 */
export async function createFixtures(
  app: TestApp,
  needs?: ReadonlySet<keyof Fixtures>,
): Promise<Fixtures> {
  const isNeeded = (...things: readonly (keyof Fixtures)[]) =>
    needs === undefined || things.some((thing) => needs.has(thing));
  const owner = await aCustomer(app, { plan: "Premium" });
  const admin = await anAdmin(app);
  const others = isNeeded("other") ? { other: await aCustomer(app) } : {};
  await enterWarehouse(app, { by: admin });
  const members = staffRoles
    .filter((role) => isNeeded(role))
    .map(async (role) => [role, await aStaffMember(app, [role])] as const);
  const staff = Object.fromEntries(await Promise.all(members));
  const goods = await theOwnersGoods(app, { owner, admin }, isNeeded);
  const things: Partial<Mutable<Fixtures>> = { payoutRequestId: await anOpenPayout(admin, owner) };
  if (isNeeded("sessionId")) {
    await signInBrowser(app, app.client(), owner.userId);
    const { items } = await owner.api.auth.listSessions({});
    things.sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
  }
  if (isNeeded("pushDeviceId")) things.pushDeviceId = (await aDevice(app, owner)).deviceId;
  const people = { owner, admin, ...others, ...staff };
  if (needs === undefined) {
    // Accounts of tests get their member code at the first reading, and a GET changes nothing.
    for (const { api } of Object.values(people)) await api.inboundParcels.readAddress({});
  }
  // Without a thing that it needs, a call is refused or its input cannot be made.
  return { ...people, ...goods, ...things } as Fixtures;
}

/** A new browser with the session of that role and its own IP address; its cookies are a copy. */
export function browserOf(app: TestApp, fixtures: Fixtures, role: Role): TestClient {
  const client = app.client();
  if (role === "signedOut") return client;
  for (const [name, value] of fixtures[role].client.cookies) client.cookies.set(name, value);
  return client;
}
