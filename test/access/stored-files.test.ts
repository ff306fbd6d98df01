// Who reads which stored file, by what it belongs to.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { fileRules } from "#app/server/file-rules.ts";
import type { FileOwnerKind } from "#platform/server/files/file-rules.ts";
import { newFileKey } from "#platform/server/files/files.ts";
import { fileUrl } from "#platform/server/files/serve-file.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { browserOf, createFixtures, roles, type Fixtures, type Role } from "./fixtures.ts";

let app: TestApp;
let fixtures: Fixtures;
let owners: Readonly<Record<FileOwnerKind, string>>;

beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  const { owner, admin, receivedParcelId } = fixtures;
  const credit = { amount: "5.00", reason: "For an extra service", kind: "credit" as const };
  const idempotencyKey = randomUUID();
  await admin.api.wallet.adjustWallet({ ...credit, userId: owner.userId, idempotencyKey });
  const order = await owner.api.extraServices.requestExtraService({
    code: "detail_photo",
    inboundParcelId: receivedParcelId,
    idempotencyKey,
  });
  const { messageId } = await app.database.kysely
    .selectFrom("caseMessages")
    .select("id as messageId")
    .where("caseId", "=", fixtures.caseId)
    .executeTakeFirstOrThrow();
  const proofId = randomUUID();
  await app.database.kysely
    .insertInto("goodsProofs")
    .values({
      id: proofId,
      inboundParcelId: receivedParcelId,
      userId: owner.userId,
      state: "sent",
      sentAt: app.clock.now(),
    })
    .execute();
  owners = {
    package: fixtures.pkg.id,
    leg: fixtures.legId,
    inbound_parcel: receivedParcelId,
    parcel_claim: fixtures.claimId,
    ship_request: fixtures.shipped.shipRequestId,
    extra_service_request: order.id,
    manifest: randomUUID(),
    label: randomUUID(),
    case_message: messageId,
    goods_proof: proofId,
  };
  return () => app.close();
});

const everybodyWith = (...some: readonly Role[]): readonly Role[] => [...some, "manager", "admin"];

/** All others, signed in or not, get `not_found`. */
const readers: Readonly<Record<FileOwnerKind, readonly Role[]>> = {
  package: everybodyWith("owner", "receiver", "packer", "support"),
  leg: everybodyWith("receiver", "packer", "support"),
  inbound_parcel: everybodyWith("owner", "receiver", "packer", "support"),
  parcel_claim: everybodyWith("owner", "support"),
  goods_proof: everybodyWith("owner", "receiver", "packer", "support"),
  ship_request: everybodyWith("owner", "packer", "support"),
  extra_service_request: everybodyWith("owner", "packer", "support"),
  manifest: everybodyWith("packer"),
  label: everybodyWith("packer"),
  case_message: everybodyWith("owner", "support", "finance"),
};

async function storedFile(ownerKind: FileOwnerKind): Promise<string> {
  const ownerId = owners[ownerKind];
  const [key, thumbnailKey] = [".png", "_thumbnail.webp"].map((ending) =>
    newFileKey(ownerId, ending, app.clock.now()),
  );
  for (const stored of [key, thumbnailKey]) {
    await app.services.files.put(stored ?? "", Uint8Array.of(1), "image/png");
  }
  const { id } = await app.database.kysely
    .insertInto("files")
    .values({
      ownerKind,
      ownerId,
      kind: "image",
      name: "a.png",
      key: key ?? "",
      thumbnailKey: thumbnailKey ?? "",
      contentType: "image/png",
      bytes: 1,
      sha256: Buffer.alloc(32),
      createdBy: randomUUID(),
      createdAt: app.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test.each(Object.keys(fileRules) as FileOwnerKind[])("a file of a %s", async (ownerKind) => {
  const id = await storedFile(ownerKind);
  for (const variant of ["file", "thumbnail"] as const) {
    const mayRead: Role[] = [];
    for (const role of roles) {
      const response = await browserOf(app, fixtures, role).fetch(
        fileUrl(app.services, id, variant),
      );
      expect([200, 404]).toContain(response.status);
      if (response.status === 200) mayRead.push(role);
    }
    expect(mayRead.toSorted(), variant).toEqual(readers[ownerKind].toSorted());
  }
  for (const variant of ["shared-file", "shared-thumbnail"] as const) {
    const address = fileUrl(app.services, id, variant);
    expect((await fixtures.admin.client.fetch(address)).status, variant).toBe(404);
  }
});
