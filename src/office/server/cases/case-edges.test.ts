// Cases about things that change beside them, and what is asked for or sent at the edges of what is taken.
import { crc32, deflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { refundCharge } from "#money/server/wallet/hold-refunds.ts";
import { expectApiError } from "#test/api-errors.ts";
import { keyed, openedCase } from "#test/cases.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { receiveScan } from "#test/receiving.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
let support: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T02:00:00Z");
  desk = await packingDesk(app);
  support = await aStaffMember(app, ["support"]);
  return () => app.close();
});

const writtenMeanwhile = "Somebody has written here meanwhile. Please read it, then send again.";

const anOpenCase = (about: Parameters<typeof openedCase>[1] = {}) =>
  openedCase({ app, support }, about);

type Listed = Parameters<TestPerson["api"]["cases"]["listOpenCases"]>[0];

async function listed(input: Listed): Promise<string[]> {
  const { items, total } = await support.api.cases.listOpenCases({ ...input, pageSize: 100 });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id).toSorted();
}

test("The list narrows to whose turn it is, and to a package with its parcels and ship requests", async () => {
  const mei = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, mei);
  const { id: requestId } = await request(mei, packageId);
  const about = (subject: "package" | "ship_request" | "inbound_parcel", subjectId = "") =>
    anOpenCase({ customer: mei, thing: { subject, subjectId } });
  const ofPackage = await about("package", packageId);
  const ofRequest = await about("ship_request", requestId);
  const ofParcel = await about("inbound_parcel", parcelIds[0]);
  const other = await anOpenCase();
  await ofRequest.answer();
  const ids = (...cases: { readonly caseId: string }[]) =>
    cases.map(({ caseId }) => caseId).toSorted();
  expect(await listed({ packageId })).toEqual(ids(ofPackage, ofRequest, ofParcel));
  const waiting = await listed({ state: "waiting_for_us" });
  expect(waiting).toEqual(expect.arrayContaining(ids(ofPackage, ofParcel, other)));
  expect(waiting).not.toContain(ofRequest.caseId);
  expect(await listed({ state: "waiting_for_customer" })).toEqual(ids(ofRequest));
  expect(await listed({ packageId, state: "waiting_for_us" })).toEqual(ids(ofPackage, ofParcel));
  await ofPackage.finish();
  expect(await listed({ packageId, state: "waiting_for_us" })).toEqual(ids(ofParcel));
});

test("A case goes on when its package is merged into another, and still names it", async () => {
  const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
  const [into, from] = [
    await aPackage(mei, { trackingNumber: freshNumber() }),
    await aPackage(mei, { trackingNumber: freshNumber() }),
  ];
  const thing = { subject: "package", subjectId: from.id } as const;
  const { caseId, read, write, answer, finish } = await anOpenCase({ customer: mei, thing });
  await mei.api.packages.mergePackages({ packageId: into.id, fromPackageId: from.id });
  const before = await read();
  expect(before).toMatchObject({ state: "waiting_for_us", subjectId: from.id });
  await answer();
  await write();
  expect(await read()).toMatchObject({
    state: "waiting_for_us",
    subjectName: before.subjectName,
    evidence: before.evidence,
  });
  expect(await support.api.cases.readCase({ caseId })).toMatchObject({ packageId: from.id });
  expect(await finish()).toMatchObject({ state: "closed" });
});

test("What was asked for stays the measure of a grant when the package is deleted", async () => {
  const mei = await aShipper(desk);
  const { packageId } = await receivedPackage(desk, mei);
  const { api, password } = desk.admin;
  await api.packages.setPackageStatus({ packageId, status: "delivered", setsLegs: true });
  const { id: caseId } = await mei.api.cases.openCase(
    keyed({
      subject: "package" as const,
      subjectId: packageId,
      problem: "damaged" as const,
      text: "The lid is broken.",
      asked: { amountCents: 100 },
    }),
  );
  const most = async () => (await support.api.cases.readCaseMoney({ caseId })).mostCents;
  const before = await most();
  expect(before).toBeGreaterThan(0);
  await api.auth.confirmPassword({ password });
  await api.packages.deletePackage({ packageId });
  expect(await most()).toBe(before);
});

test("Nobody opens a case about a parcel of which nobody knows whose it is", async () => {
  const { warehouseId } = desk;
  const { outcome, parcel } = await receiveScan(app, desk.receiver, {
    warehouseId,
    scan: freshNumber(),
  });
  expect(outcome).toBe("unmatched");
  const mei = await aCustomer(app, { plan: "Premium" });
  const opened = mei.api.cases.openCase(
    keyed({
      subject: "inbound_parcel" as const,
      subjectId: parcel.id,
      problem: "other" as const,
      text: "Is it mine?",
    }),
  );
  await expectApiError(opened, "not_found");
});

test.each([0, -1, 1.5, 100_000_001, 1_000_000_000])(
  "%d cents are neither asked for nor granted",
  async (amountCents) => {
    const { mei, caseId, read } = await anOpenCase();
    const { openCase } = mei.api.cases;
    const thing = { subject: "account" as const, subjectId: mei.userId };
    const asked = keyed({ ...thing, problem: "order" as const, text: "?", asked: { amountCents } });
    await expectApiError(openCase(asked), "invalid_input");
    const granted = keyed({ caseId, amountCents, outcome: "It broke." });
    await expectApiError(support.api.cases.grantCase(granted), "invalid_input");
    expect(await read()).toMatchObject({ state: "waiting_for_us", askedCents: null });
    expect((await mei.api.wallet.readWallet({})).balanceCents).toBe(0);
  },
);

test("What was refunded of a payment is granted no more in the case about it", async () => {
  const mei = await aCustomer(app, { plan: "Premium" });
  const { userId } = mei;
  const { api, password } = desk.admin;
  await api.auth.confirmPassword({ password });
  const adjusted = { userId, amount: "5.00", reason: "A fee" };
  await api.wallet.adjustWallet(keyed({ ...adjusted, kind: "credit" as const }));
  const { transaction } = await api.wallet.adjustWallet(
    keyed({ ...adjusted, kind: "deduction" as const }),
  );
  const thing = { subject: "transaction", subjectId: transaction.id } as const;
  const { caseId } = await anOpenCase({ customer: mei, thing });
  const most = async () => (await support.api.cases.readCaseMoney({ caseId })).mostCents;
  expect(await most()).toBe(500);
  const charge = { userId, transactionId: transaction.id, type: "shipping_fee" as const };
  await refundCharge(
    app.services.db,
    { ...charge, amountCents: 500 },
    {
      round: 1,
      reasonCode: "hand_over_taken_back",
      refundedBy: null,
      facts: {},
      at: app.clock.now(),
    },
  );
  expect(await most()).toBe(0);
  const granted = keyed({ caseId, amountCents: 1, outcome: "It broke." });
  await expect(support.api.cases.grantCase(granted)).rejects.toMatchObject({
    code: "amount_over_declared",
    data: { mostCents: 0 },
  });
  expect((await mei.api.wallet.readWallet({})).balanceCents).toBe(500);
});

test("What its customer has written meanwhile stops a question and a grant", async () => {
  const { mei, caseId, read, write } = await anOpenCase();
  const [first] = (await read()).messages;
  await write();
  const seen = { caseId, seenMessageId: first?.id ?? "" };
  const choices = [{ label: "Keep it" }];
  await expectApiError(
    support.api.cases.askCase(keyed({ ...seen, text: "Well?", choices })),
    "conflict",
    writtenMeanwhile,
  );
  const granted = keyed({ ...seen, amountCents: 500, outcome: "It broke." });
  await expectApiError(support.api.cases.grantCase(granted), "conflict", writtenMeanwhile);
  expect((await read()).messages).toHaveLength(2);
  expect((await mei.api.wallet.readWallet({})).balanceCents).toBe(0);
});

test("4,000 emoji are one message, also in the email, and no more are", async () => {
  const { mei, caseId, read, write, answer } = await anOpenCase();
  const text = "🙂".repeat(4_000);
  await write(text);
  await expectApiError(write(`${text}🙂`), "invalid_input");
  await answer(text);
  expect((await read()).messages.slice(1).map((message) => message.text)).toEqual([text, text]);
  expect((await app.latestEmail(mei.email)).text.replaceAll(/\s/g, "")).toContain(text);
  expect(JSON.stringify(await support.api.cases.readCase({ caseId }))).toContain(text);
});

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A small file that says it is a picture of so many pixels. */
function hugePicture(side: number): File {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return new File([new Uint8Array(Buffer.concat([start, ...chunks]))], "lid.png");
}

test("A picture of too many pixels is refused, and the message stays without it", async () => {
  const { mei, caseId, read } = await anOpenCase();
  const file = hugePicture(30_000);
  await expect(mei.api.cases.addCaseFile(keyed({ caseId, file }))).rejects.toMatchObject({
    code: "too_many_pixels",
    message: expect.stringContaining("At most 40 are allowed"),
  });
  expect((await read()).messages.map(({ files }) => files)).toEqual([[]]);
});
