import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { expectApiError } from "#test/api-errors.ts";
import { signedInContext } from "#test/context.ts";
import { testDatabase } from "#test/database.ts";
import { failingCalls } from "#test/failing-calls.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { addClaimFile } from "./own-claims.ts";

// A GIF of one pixel.
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const pdf = Buffer.from("%PDF-1.7\n<script>alert(1)</script>\n%%EOF");
const reason = "The proof shows another number";

/** The text of every statement since it was emptied, except of settings, which any request may reload. */
const statements: string[] = [];

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  const database = await testDatabase();
  const connect = database.pool.connect.bind(database.pool);
  const watched = new WeakSet<object>();
  database.pool.connect = (async () => {
    const client = await connect();
    if (!watched.has(client)) {
      watched.add(client);
      const query = client.query.bind(client) as (...input: unknown[]) => unknown;
      const watch = (...input: unknown[]) => {
        const [first] = input;
        const text = typeof first === "string" ? first : (first as { text: string }).text;
        if (!text.includes('"settings"')) statements.push(text);
        return query(...input);
      };
      Object.assign(client, { query: watch });
    }
    return client;
  }) as typeof database.pool.connect;
  app = await testApp({ database });
  app.clock.set("2026-06-10T04:00:00Z");
  [admin, support] = [await anAdmin(app), await aStaffMember(app, ["support"])];
  warehouseId = await aWarehouse(admin);
  return () => app.close();
});

type ClaimInput = Parameters<TestPerson["api"]["parcelClaims"]["claimInboundParcel"]>[0];

/** A number that is near no other. */
function farNumber(): string {
  return `QQ${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;
}

function claimInput(trackingNumber: string, changes: Partial<ClaimInput> = {}): ClaimInput {
  return { trackingNumber, note: "", idempotencyKey: randomUUID(), ...changes };
}

async function claim({ api }: TestPerson, trackingNumber: string) {
  return await api.parcelClaims.claimInboundParcel(claimInput(trackingNumber));
}

/** A parcel that lies here without an owner; returns its number and id. */
async function unmatched() {
  const { parcel } = await receiveScan(app, admin, { warehouseId, scan: farNumber() });
  return { id: parcel.id, number: parcel.trackingNumber ?? "" };
}

function refuse(claimId: string) {
  return support.api.parcelClaims.decideClaim({ claimId, inboundParcelId: null, reason });
}

async function emailsAfter(minutes: number, person: TestPerson) {
  app.clock.advance(minutes * 60_000);
  await sendNotifications(app.services);
  return await app.emailsTo(person.email);
}

describe("A claim", () => {
  test("has the number as it is stored, once for its key, and stands on top of the own ones", async () => {
    const mei = await aCustomer(app);
    await claim(mei, farNumber());
    const input = claimInput(" ｓｆ１０－9990 001 ", { note: "Ordered in May" });
    const { claimInboundParcel, listOwnClaims } = mei.api.parcelClaims;
    app.clock.advance(1_000);
    const made = await claimInboundParcel(input);
    expect(made).toMatchObject({ trackingNumber: "SF10-9990001", note: "Ordered in May" });
    expect(made).toMatchObject({ state: "open", inboundParcelId: null, files: [] });
    expect(await claimInboundParcel(input)).toEqual(made);
    const { items } = await listOwnClaims({});
    expect([items.length, items[0]]).toEqual([2, made]);
    await expectApiError(claimInboundParcel({ ...input, note: "" }), "idempotency_key_reused");
    const tom = await aCustomer(app);
    // A key is of its account.
    expect((await tom.api.parcelClaims.claimInboundParcel(input)).id).not.toBe(made.id);
    await expectApiError(claim(mei, "SF10-9990001"), "claim_open");
    expect((await tom.api.parcelClaims.listOwnClaims({})).items).toHaveLength(1);
  });

  test.each([
    ["", "a blank one"],
    ["A1 ", "a short one"],
    ["运单", "one without digits or letters"],
    ["X".repeat(61), "a long one"],
  ])("needs a number: '%s' is %s", async (number) => {
    await expectApiError(claim(await aCustomer(app), number), "invalid_tracking_number");
  });

  test("is one of ten a day, exactly, also when many come at once", async () => {
    const mei = await aCustomer(app);
    const first = claimInput(farNumber());
    const { claimInboundParcel } = mei.api.parcelClaims;
    await claimInboundParcel(first);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => claim(mei, farNumber())),
    );
    const codes = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    expect(codes).toEqual(["too_many_requests", "too_many_requests", "too_many_requests"]);
    // Neither a repeat nor a number that is claimed already is one of them.
    expect((await claimInboundParcel(first)).state).toBe("open");
    await expectApiError(claim(mei, first.trackingNumber), "claim_open");
    const { items } = await mei.api.parcelClaims.listOwnClaims({});
    expect(items).toHaveLength(10);
    await admin.api.limits.liftLimit({ limit: "claimsPerAccount", who: mei.userId });
    expect((await claim(mei, farNumber())).state).toBe("open");
  });

  test("is withdrawn by its customer alone, and not once it was decided", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    const number = farNumber();
    const { id: claimId } = await claim(mei, number);
    await expectApiError(tom.api.parcelClaims.withdrawClaim({ claimId }), "not_found");
    for (const _time of [1, 2]) {
      expect(await mei.api.parcelClaims.withdrawClaim({ claimId })).toEqual({});
    }
    await expectApiError(refuse(claimId), "claim_decided");
    const again = await claim(mei, number);
    await refuse(again.id);
    await expectApiError(
      mei.api.parcelClaims.withdrawClaim({ claimId: again.id }),
      "claim_decided",
    );
    const { items } = await mei.api.parcelClaims.listOwnClaims({});
    expect(items.map(({ state }) => state).toSorted()).toEqual(["refused", "withdrawn"]);
  });

  test("waits in the list of open ones, and is listed among the decided ones afterwards", async () => {
    const mei = await aCustomer(app, { fullName: "Mei Long" });
    app.clock.advance(1_000);
    const { id: claimId } = await claim(mei, farNumber());
    const page = { page: 1, pageSize: 100 };
    const open = async () => (await support.api.parcelClaims.listClaims(page)).items;
    const countWork = async () => {
      const { work } = await support.api.admin.readDashboard({});
      return work.find(({ kind }) => kind === "open_claims")?.count ?? 0;
    };
    expect((await open()).at(-1)).toMatchObject({
      id: claimId,
      claimant: { userId: mei.userId, email: mei.email, nameInitial: "M" },
      reason: "",
      decidedByEmail: null,
    });
    expect(await countWork()).toBe((await open()).length);
    const before = await countWork();
    expect(await refuse(claimId)).toMatchObject({ state: "refused", reason });
    expect(await countWork()).toBe(before - 1);
    expect((await open()).map(({ id }) => id)).not.toContain(claimId);
    const decided = await support.api.parcelClaims.listClaims({ ...page, isOpen: false });
    const overRest = await support.client.fetch("/api/admin/inbound-parcel-claims?isOpen=false");
    expect(await overRest.json()).toMatchObject({ total: decided.total });
    const listed = decided.items.find(({ id }) => id === claimId);
    expect(listed).toMatchObject({ reason, decidedByEmail: support.email });
    await expectApiError(refuse(claimId), "claim_decided");
    await expectApiError(refuse(randomUUID()), "not_found");
  });
});

/** What a stranger is told about a number, without the number itself, ids and times. Writing emails takes long. */
async function whatIsTold(number: string, isEmailRead: boolean) {
  const stranger = await aCustomer(app);
  const { api } = stranger;
  const ownChanges = async () => {
    const rows = await app.database.kysely
      .selectFrom("changes")
      .select(["topic"])
      .where("userId", "=", stranger.userId)
      .execute();
    return rows.map(({ topic }) => topic);
  };
  const told: unknown[] = [];
  const run = async (call: () => Promise<unknown>) => {
    statements.length = 0;
    told.push(
      await call().catch((error: { code: string; data: unknown }) => [error.code, error.data]),
    );
    told.push([...statements], await ownChanges());
  };
  const input = claimInput(number);
  await run(() => api.parcelClaims.claimInboundParcel(input));
  await run(() => api.parcelClaims.claimInboundParcel(input));
  await run(() => api.parcelClaims.claimInboundParcel({ ...input, idempotencyKey: randomUUID() }));
  const { items } = await api.parcelClaims.listOwnClaims({});
  const claimId = items[0]?.id ?? "";
  const file = new File([pdf], "order.pdf");
  await run(() => api.parcelClaims.addClaimFile({ claimId, file, idempotencyKey: randomUUID() }));
  await refuse(claimId);
  await run(() => api.parcelClaims.listOwnClaims({}));
  await run(() => api.inboundParcels.listInboundParcels({}));
  await run(() => api.parcelClaims.withdrawClaim({ claimId }));
  const emails = isEmailRead ? await emailsAfter(2, stranger) : [];
  told.push(emails.map(({ subject, text }) => [subject, text]));
  return JSON.stringify(told)
    .replaceAll(number, "NUMBER")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[^"]*/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/\/unsubscribe[/#?][^\s"\\]+/g, "/unsubscribe/TOKEN");
}

describe("A stranger", () => {
  test("A9: is told the same in the same statements, whether or not there is a parcel with the number", async () => {
    const owner = await aCustomer(app);
    const taken = await declareParcel(owner, { trackingNumber: farNumber() });
    await receiveScan(app, admin, { warehouseId, scan: taken.trackingNumber });
    // The first run prepares statements and fills caches.
    await whatIsTold(farNumber(), false);
    const ofNothing = await whatIsTold(farNumber(), false);
    const others = {
      unmatched: (await unmatched()).number,
      received: taken.trackingNumber ?? "",
      expected: (await declareParcel(owner, { trackingNumber: farNumber() })).trackingNumber ?? "",
    };
    for (const [state, number] of Object.entries(others)) {
      expect([state, await whatIsTold(number, false)]).toEqual([state, ofNothing]);
    }
    const emailed = await whatIsTold(farNumber(), true);
    expect(emailed).toContain("We could not confirm that a parcel with this number is yours.");
    expect(emailed).not.toContain(reason);
    expect(await whatIsTold((await unmatched()).number, true)).toBe(emailed);
  });

  test("01 point 5: is refused an unmatched parcel with a wrong proof and told nothing; its owner is granted it, and the audit log has both", async () => {
    const [stranger, owner] = [await aCustomer(app), await aCustomer(app)];
    const parcel = await unmatched();
    const ofStranger = await claim(stranger, parcel.number);
    app.clock.advance(1_000);
    const ofOwner = await claim(owner, parcel.number);
    for (const [{ api }, { id: claimId }, content] of [
      [stranger, ofStranger, pdf],
      [owner, ofOwner, pixel],
    ] as const) {
      const file = new File([content], "proof");
      await api.parcelClaims.addClaimFile({ claimId, file, idempotencyKey: randomUUID() });
    }
    const { parcelClaims } = support.api;
    const pool = await parcelClaims.listUnmatchedParcels({ search: parcel.number });
    expect(pool).toMatchObject({ total: 1, items: [{ id: parcel.id, openClaimsCount: 2 }] });
    const { claims } = await parcelClaims.readUnmatchedParcel({ inboundParcelId: parcel.id });
    expect(claims.map(({ id, files }) => [id, files.map((one) => one.contentType)])).toEqual([
      [ofStranger.id, ["application/pdf"]],
      [ofOwner.id, ["image/png"]],
    ]);
    const { candidates } = await parcelClaims.readClaim({ claimId: ofOwner.id });
    expect(candidates.map(({ id }) => id)).toEqual([parcel.id]);

    await refuse(ofStranger.id);
    const [own] = (await stranger.api.parcelClaims.listOwnClaims({})).items;
    expect(own).toMatchObject({ state: "refused", inboundParcelId: null });
    expect(JSON.stringify(own)).not.toContain(reason);
    const decision = { claimId: ofOwner.id, inboundParcelId: parcel.id, reason: "Her order" };
    const granted = await parcelClaims.decideClaim(decision);
    expect(granted).toMatchObject({ state: "granted", inboundParcelId: parcel.id });

    const inboundParcelId = parcel.id;
    const read = await owner.api.inboundParcels.readInboundParcel({ inboundParcelId });
    expect(read.parcel).toMatchObject({ state: "received", trackingNumber: parcel.number });
    await expectApiError(
      stranger.api.inboundParcels.readInboundParcel({ inboundParcelId }),
      "not_found",
    );
    expect((await parcelClaims.listUnmatchedParcels({ search: parcel.number })).total).toBe(0);
    const told = await emailsAfter(2, stranger);
    expect(told.map(({ subject }) => subject)).toEqual([`Your claim for ${parcel.number}`]);
    const subjects = (await emailsAfter(0, owner)).map(({ subject }) => subject);
    expect(subjects.toSorted((one, other) => one.localeCompare(other))).toEqual([
      `The parcel ${parcel.number} is yours`,
    ]);
    const entries = await app.database.kysely
      .selectFrom("auditLog")
      .select(["actorId", "after", "reason"])
      .where("target", "in", [ofStranger.id, ofOwner.id])
      .orderBy("id")
      .execute();
    expect(entries).toMatchObject([
      { actorId: support.userId, after: { state: "refused", inboundParcelId: null }, reason },
      { after: { state: "granted", inboundParcelId: parcel.id, userId: owner.userId } },
    ]);
  });
});

describe("A proof", () => {
  const proof = (claimId: string, content: Buffer, key = randomUUID()) => ({
    claimId,
    file: new File([Uint8Array.from(content)], "../order.html"),
    idempotencyKey: key,
  });
  const filesOf = (claimId: string) =>
    Array.fromAsync(app.services.files.list(`stored/${claimId}`));

  test("is an image drawn again, or a PDF that is only ever downloaded, for its customer and who decides", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    const receiver = await aStaffMember(app, ["receiver"]);
    const { id: claimId } = await claim(mei, farNumber());
    const add = (content: Buffer) => mei.api.parcelClaims.addClaimFile(proof(claimId, content));
    await add(pdf);
    app.clock.advance(1_000);
    const { files } = await add(pixel);
    expect(files.map(({ contentType }) => contentType)).toEqual(["application/pdf", "image/png"]);
    const [ofPdf, ofImage] = files.map(({ fileUrl }) => fileUrl);
    for (const [{ client }, status] of [
      [mei, 200],
      [support, 200],
      [tom, 404],
      [receiver, 404],
    ] as const) {
      expect((await client.fetch(ofPdf ?? "")).status).toBe(status);
    }
    const response = await support.client.fetch(ofPdf ?? "");
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    const disposition = async (url: string | undefined) =>
      (await mei.client.fetch(url ?? "")).headers.get("content-disposition");
    expect(await disposition(ofPdf)).toMatch(/^attachment; filename="proof\.pdf"/);
    expect(await disposition(ofImage)).toMatch(/^inline; filename="proof\.png"/);
    app.clock.advance(121 * 60_000);
    expect((await mei.client.fetch(ofPdf ?? "")).status).toBe(404);
  });

  test.each([
    ["an HTML page", Buffer.from("<!doctype html>%PDF-1.7"), "invalid_claim_file"],
    ["nothing", Buffer.alloc(0), "invalid_claim_file"],
    ["half an image", pixel.subarray(0, 20), "invalid_image"],
    ["more than 10 MB", Buffer.concat([pdf, Buffer.alloc(10_000_000)]), "too_large"],
  ] as const)("is refused and leaves no file: %s", async (_what, content, code) => {
    const mei = await aCustomer(app);
    const { id: claimId } = await claim(mei, farNumber());
    const call = mei.api.parcelClaims.addClaimFile(proof(claimId, content));
    const outcome = await call.catch((error: { code: string }) => error.code);
    expect(outcome).toBe(code);
    expect(await filesOf(claimId)).toEqual([]);
  });

  test("is one of three, once for its key, and belongs to an open own claim", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    const { id: claimId } = await claim(mei, farNumber());
    const context = signedInContext(app, mei);
    const input = proof(claimId, pdf);
    // Past the queue, which runs one upload of an account at a time.
    await Promise.all([1, 2, 3].map(() => addClaimFile(context, input)));
    expect(await filesOf(claimId)).toHaveLength(1);
    const more = Array.from({ length: 4 }, () => addClaimFile(context, proof(claimId, pdf)));
    const results = await Promise.allSettled(more);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await filesOf(claimId)).toHaveLength(3);
    const { addClaimFile: add, withdrawClaim } = mei.api.parcelClaims;
    await expectApiError(add(proof(claimId, pdf)), "too_many_claim_files");
    await expectApiError(tom.api.parcelClaims.addClaimFile(proof(claimId, pdf)), "not_found");
    const { id: other } = await claim(mei, farNumber());
    await expectApiError(add(proof(other, pdf, input.idempotencyKey)), "idempotency_key_reused");
    await withdrawClaim({ claimId: other });
    await expectApiError(add(proof(other, pdf)), "claim_decided");
    expect((await add(input)).files).toHaveLength(3);
    const body = new FormData();
    body.set("file", new File([pdf], "a.pdf"));
    body.set("idempotencyKey", randomUUID());
    const { id: third } = await claim(mei, farNumber());
    const path = `/api/inbound-parcel-claims/${third}/files`;
    const response = await mei.client.fetch(path, { method: "POST", body });
    expect([response.status, await response.json()]).toMatchObject([200, { id: third }]);
  });

  test.each(["rejected", "unanswered"] as const)(
    "has a row and its file, or neither, when a call to the database is %s",
    async (failure) => {
      const mei = await aCustomer(app);
      const { id: claimId } = await claim(mei, farNumber());
      const calls = failingCalls(app.database);
      const input = proof(claimId, pdf);
      for (let place = 16; place > 8; place -= 1) {
        calls.arm(place, failure);
        await mei.api.parcelClaims.addClaimFile(input).catch(() => undefined);
        calls.disarm();
        const [own] = (await mei.api.parcelClaims.listOwnClaims({})).items;
        for (const { fileUrl } of own?.files ?? []) {
          expect((await mei.client.fetch(fileUrl)).status).toBe(200);
        }
      }
      expect((await mei.api.parcelClaims.addClaimFile(input)).files).toHaveLength(1);
      expect(await filesOf(claimId)).toHaveLength(1);
    },
  );
});

test("The export has all claims with their proofs; closing the account withdraws the open ones and erases notes and proofs", async () => {
  const mei = await aCustomer(app);
  const note = "Vermilion lacquer box";
  const input = claimInput(farNumber(), { note });
  const { id: claimId } = await mei.api.parcelClaims.claimInboundParcel(input);
  const file = new File([pdf], "order.pdf");
  await mei.api.parcelClaims.addClaimFile({ claimId, file, idempotencyKey: randomUUID() });
  const refused = await claim(mei, farNumber());
  await refuse(refused.id);
  const { content } = await mei.api.users.exportAccount({ part: "everything" });
  const { parcelClaims } = JSON.parse(content) as { parcelClaims: object[] };
  expect(parcelClaims).toHaveLength(2);
  expect(content).not.toContain(reason);
  const exported = { id: claimId, note, files: [{ contentType: "application/pdf" }] };
  expect(parcelClaims.find((one) => "id" in one && one.id === claimId)).toMatchObject(exported);
  await mei.api.users.closeAccount({ password: mei.password });
  const { claim: closed } = await support.api.parcelClaims.readClaim({ claimId });
  expect(closed).toMatchObject({ state: "withdrawn", note: "", files: [] });
  const { claim: decided } = await support.api.parcelClaims.readClaim({ claimId: refused.id });
  expect(decided).toMatchObject({ state: "refused", reason: "", note: "" });
  expect(await Array.fromAsync(app.services.files.list(`stored/${claimId}`))).toEqual([]);
  await expectApiError(refuse(claimId), "claim_decided");
});
