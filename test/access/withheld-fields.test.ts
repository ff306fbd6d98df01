// What staff read about customers, field by field.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#app/contract/operations.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { mayCall } from "./access-levels.ts";
import { browserOf, createFixtures, type Fixtures, type Role } from "./fixtures.ts";
import { rowOf } from "./rows.ts";
import { enteredProfile } from "#test/profiles.ts";

let app: TestApp;
let fixtures: Fixtures;
let qrCodeId: string;

const street = "7 Nathan Road";
const recipient = {
  name: "Priscilla Featherstone",
  latinName: "",
  phone: "+852 5550 1234",
  address: street,
  addressLine2: "Flat 12B",
  city: "Kowloon",
  state: "",
  postalCode: "990077",
};

beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  const { owner, admin, pkg } = fixtures;
  const { name: fullName, latinName: _latinName, ...address } = recipient;
  await owner.api.users.updateProfile(enteredProfile({ ...address, fullName, country: "HK" }));
  await owner.api.packages.updateRecipient({ packageId: pkg.id, recipient });
  await admin.api.packages.generateQrCode({ packageId: pkg.id, legNumber: 1 });
  const { items } = await admin.api.packages.listQrCodes({ packageId: pkg.id });
  qrCodeId = items[0]?.id ?? "";
  return () => app.close();
});

type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

const answersByRole = new Map<Role, Promise<ReadonlyMap<string, string>>>();

/** The JSON of every operation that the role may call on the owner's things, by its name; called once for each role. */
async function answersFor(role: Role): Promise<ReadonlyMap<string, string>> {
  const answers = answersByRole.get(role) ?? callAll(role);
  answersByRole.set(role, answers);
  return await answers;
}

async function callAll(role: Role): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const operation of operations) {
    const { name, area, verb } = operation;
    const row = rowOf(operation);
    if (row.isFinal || name === "changeStream.subscribeToChanges") continue;
    if (!mayCall(name, role)) continue;
    const { api } = browserOf(app, fixtures, role);
    const call = (api as unknown as AnyApi)[area]?.[verb];
    const input = name === "packages.readQrCode" ? { qrCodeId } : row.input(fixtures, role);
    const answer = await call?.(input).catch((error: unknown) => error);
    answers.set(name, JSON.stringify(answer) ?? "");
  }
  return answers;
}

/** Names of operations whose answer has one of these texts. */
function answersWith(answers: ReadonlyMap<string, string>, texts: readonly string[]): string[] {
  return [...answers].flatMap(([name, json]) => {
    const found = texts.filter((text) => json.includes(text));
    return found.length === 0 ? [] : [`${name}: ${found.join(", ")}`];
  });
}

/** Names of fields with a value in the answers of operations of staff that match `pattern`. */
function fieldsMatching(answers: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  return operations
    .filter(({ isForStaff, name }) => isForStaff && answers.has(name))
    .flatMap(({ name }) =>
      [...(answers.get(name) ?? "").matchAll(/"(\w+)":(?!null|\[\]|"")/g)]
        .filter(([, field = ""]) => pattern.test(field))
        .map(([, field]) => `${name}: ${field}`),
    );
}

// What storage of a parcel costs is a price, which everybody who handles the parcel may tell its owner.
const money = /balance|(?<!accrued|day|cap)cents|charges|wallet|revenue|held|payment/i;
const contacts = /email|phone|address|street|fullName|recipient/i;

function identifying({ email }: TestPerson): string[] {
  const { name, phone, address, addressLine2, postalCode } = recipient;
  return [email, name, phone, address, addressLine2, postalCode];
}

describe("A receiver", () => {
  test("A3: gets no email, name, address or balance of a customer from any operation", async () => {
    const answers = await answersFor("receiver");
    for (const name of ["listShipments", "readShipment", "readQrCode"]) {
      expect(answers.get(`packages.${name}`)).toContain(fixtures.pkg.trackingNumber);
    }
    expect(answersWith(answers, identifying(fixtures.owner))).toEqual([]);
    expect(answersWith(answers, [fixtures.admin.email])).toEqual([]);
    expect(fieldsMatching(answers, money)).toEqual([]);
    expect(fieldsMatching(answers, contacts)).toEqual([]);
  });

  test("sees the first letter of the name and the plan", async () => {
    const { api } = fixtures.receiver;
    const details = await api.packages.readShipment({ packageId: fixtures.pkg.id });
    expect(details).toMatchObject({
      package: { userEmail: null, customer: { initial: "P", plan: "Premium" } },
      recipient: null,
      charges: null,
    });
    expect(details.events.length).toBeGreaterThan(0);
    expect(details.events.every(({ actorEmail }) => actorEmail === null)).toBe(true);
  });

  test("finds packages by their number, and nobody by name or email", async () => {
    const found = async (role: "receiver" | "support", search: string) =>
      (await fixtures[role].api.packages.listShipments({ search })).total;
    const { trackingNumber } = fixtures.pkg;
    expect(await found("receiver", trackingNumber)).toBe(1);
    expect(await found("receiver", fixtures.owner.email)).toBe(0);
    expect(await found("receiver", "Featherstone")).toBe(0);
    // Two packages, and one that is to be packed.
    expect(await found("support", "Featherstone")).toBe(3);
  });
});

/** Names of the fields of a schema, as JSON, that hold an email whoever reads them. */
function emailFieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, field]: [string, unknown]) => {
    const isEmail = /email$/i.test(name) && typeof field === "object" && field !== null;
    const isWithheld = JSON.stringify(field).includes('"null"');
    return [...(isEmail && !isWithheld ? [name] : []), ...emailFieldsOf(field)];
  });
}

describe.each(["packer", "receiver"] as const)("A %s", (role) => {
  const open = operations.filter(({ name, isForStaff }) => isForStaff && mayCall(name, role));

  test("gets the email of no colleague", async () => {
    const emails = [...(await answersFor(role))].flatMap(([name, json]) =>
      open.some((operation) => operation.name === name)
        ? [...json.matchAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)].map(([email]) => `${name}: ${email}`)
        : [],
    );
    expect(emails).toEqual([]);
  });

  test("has no operation whose answer always has an email", () => {
    const fields = open.flatMap(({ name, outputSchema }) => {
      const shape = z.toJSONSchema(outputSchema as z.ZodType, { unrepresentable: "any" });
      return emailFieldsOf(shape).map((field) => `${name}: ${field}`);
    });
    expect(open.length).toBeGreaterThan(20);
    expect(fields).toEqual([]);
  });
});

test("A packer gets the recipient on the label alone, and no money", async () => {
  const answers = await answersFor("packer");
  const label = answers.get("packages.readQrCode") ?? "";
  expect(label).toContain(street);
  expect(label).not.toContain(fixtures.owner.email);
  const others = new Map([...answers].filter(([name]) => name !== "packages.readQrCode"));
  expect(answersWith(others, identifying(fixtures.owner))).toEqual([]);
  expect(fieldsMatching(answers, money)).toEqual([]);
});

test("Support reads contacts, and no money but that of cases", async () => {
  const answers = await answersFor("support");
  expect(answers.get("users.readUser")).toContain(fixtures.owner.email);
  expect(answers.get("packages.readShipment")).toContain(street);
  const fields = fieldsMatching(answers, money);
  expect(fields.filter((field) => !field.startsWith("cases.readCaseMoney"))).toEqual([]);
  const { api } = fixtures.support;
  for (const input of [
    { state: "withMoney" },
    { state: "withHolds" },
    { order: "walletBalance" },
  ] as const) {
    await expect(api.users.listUsers(input)).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("Finance reads money, and no package", async () => {
  const answers = await answersFor("finance");
  expect(fieldsMatching(answers, /^walletBalanceCents$/)).not.toEqual([]);
  expect([...answers.keys()]).not.toContain("packages.readShipment");
  const read = await fixtures.finance.api.admin.readDashboard({});
  expect(read.walletMoney).not.toBeNull();
});

test("The history of a package says that staff changed it, unless it is their own as a customer", async () => {
  const { packer, pkg } = fixtures;
  await packer.api.packages.setFinalWeight({ packageId: pkg.id, finalWeightGrams: 777 });
  const { events } = await fixtures.admin.api.packages.readShipment({ packageId: pkg.id });
  expect(events.at(-1)).toMatchObject({
    kind: "final_weight_changed",
    byStaff: true,
    actorEmail: packer.email,
  });
  const customer = await aCustomer(app, { plan: "Basic" });
  const { userId } = customer;
  await fixtures.admin.api.users.grantStaffRole({ userId, role: "receiver" });
  const own = await customer.api.packages.createPackage({
    trackingNumber: "SF1357913579135",
    origin: "China",
    destination: "Germany",
    idempotencyKey: randomUUID(),
  });
  const read = await customer.api.packages.readPackage({ packageId: own.package.id });
  expect(read.events).toMatchObject([{ kind: "package_created", byStaff: false }]);
});
