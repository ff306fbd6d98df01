// Proofs of what is in a parcel: services that ask for one open once staff have seen it.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { goodsRule } from "#test/goods-rule.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  const rule = { ...goodsRule, flag: "magnet", answer: "limited", needsProof: true } as const;
  await desk.admin.api.goodsRules
    .addGoodsRule({ ...rule, validFrom: "2026-06-10" })
    .catch(() => undefined);
  return () => app.close();
});

const pdf = "%PDF-1.4 a data sheet";
const proofOf = (inboundParcelId: string, content = pdf) => ({
  inboundParcelId,
  file: new File([content], "sheet.pdf"),
  idempotencyKey: randomUUID(),
});
const read = ({ api }: TestPerson, inboundParcelId: string) =>
  api.inboundParcels.readInboundParcel({ inboundParcelId });

/** A parcel with a magnet in a package of its customer. */
async function magnets() {
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, customer, [300]);
  const [inboundParcelId = ""] = parcelIds;
  const items = [{ description: "Fridge magnets", flags: ["magnet" as const] }];
  await customer.api.goods.saveItems({ inboundParcelId, items });
  return { customer, packageId, inboundParcelId };
}

test("a service that asks for a proof is closed until staff have seen one, and again for what is found later", async () => {
  const { customer, packageId, inboundParcelId } = await magnets();
  const { api } = customer;
  expect(await read(customer, inboundParcelId)).toMatchObject({
    proof: null,
    proofAskedFor: ["magnet"],
  });
  await expect(request(customer, packageId)).rejects.toMatchObject({ code: "proof_needed" });
  const { proof } = await api.goods.addProof(proofOf(inboundParcelId));
  const fileId = proof?.files[0]?.id ?? "";
  expect(proof).toMatchObject({ state: "sent", decidedAt: null });
  await expect(request(customer, packageId)).rejects.toMatchObject({ code: "proof_needed" });
  const { packer } = desk;
  const { items } = await packer.api.inboundParcels.listAllInboundParcels({ filter: "proof_sent" });
  expect(items.map(({ id }) => id)).toEqual([inboundParcelId]);
  const reason = "It does not name the goods";
  await packer.api.goods.refuseProof({ inboundParcelId, fileId, reason });
  expect((await read(customer, inboundParcelId)).proof).toMatchObject({
    state: "not_enough",
    reason,
  });
  desk.app.clock.advance(1_000);
  const { proof: again } = await api.goods.addProof(proofOf(inboundParcelId));
  await expectApiError(packer.api.goods.acceptProof({ inboundParcelId, fileId }), "conflict");
  const decided = { inboundParcelId, fileId: again?.files.at(-1)?.id ?? "" };
  await packer.api.goods.acceptProof(decided);
  await packer.api.goods.acceptProof(decided);
  expect(await read(customer, inboundParcelId)).toMatchObject({
    proof: { state: "seen", reason: "" },
    proofAskedFor: [],
  });
  const { items: told } = await api.notifications.listNotifications({});
  expect(told.filter(({ kind }) => kind === "parcel_proof")).toHaveLength(2);
  const { id: shipRequestId } = await request(customer, packageId);
  await api.shipRequests.cancelShipRequest({ shipRequestId });
  // Nobody has vouched for what is stated since.
  const more = [{ description: "Magnetic knives", flags: ["magnet" as const, "blade" as const] }];
  await api.goods.saveItems({ inboundParcelId, items: more });
  const { proofAskedFor } = await read(customer, inboundParcelId);
  expect(proofAskedFor).toEqual(["blade"]);
});

test("a liquid goes by mail with a proof of what it is, which its customer is asked for", async () => {
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, customer, [300]);
  const [inboundParcelId = ""] = parcelIds;
  const items = [{ description: "Shampoos", flags: ["liquid" as const] }];
  await customer.api.goods.saveItems({ inboundParcelId, items });
  const asked = await read(customer, inboundParcelId);
  expect(asked).toMatchObject({
    proof: null,
    proofAskedFor: ["liquid"],
    services: { count: 0, refused: null },
  });
  const reasons = asked.services?.closed.flatMap((closed) => closed.reasons) ?? [];
  expect(reasons.filter(({ kind }) => kind === "goods_rule")).toContainEqual(
    expect.objectContaining({ flag: "liquid", needsProof: true }),
  );
  await expect(request(customer, packageId)).rejects.toMatchObject({ code: "proof_needed" });
  const { proof } = await customer.api.goods.addProof(proofOf(inboundParcelId));
  const fileId = proof?.files[0]?.id ?? "";
  await desk.packer.api.goods.acceptProof({ inboundParcelId, fileId });
  const seen = await read(customer, inboundParcelId);
  expect(seen.proofAskedFor).toEqual([]);
  expect(seen.services?.count).toBeGreaterThan(0);
  expect(await request(customer, packageId)).toMatchObject({ state: "requested" });
});

test("a file is stored once for its key, is one of five, and belongs to an own parcel", async () => {
  const { customer, inboundParcelId } = await magnets();
  const { addProof } = customer.api.goods;
  const input = proofOf(inboundParcelId);
  await addProof(input);
  expect((await addProof(input)).proof?.files).toHaveLength(1);
  await expectApiError(addProof(proofOf(inboundParcelId, "a text")), "invalid_claim_file");
  for (let sent = 1; sent < 5; sent += 1) await addProof(proofOf(inboundParcelId));
  await expectApiError(addProof(proofOf(inboundParcelId)), "too_many_proof_files");
  const other = await aShipper(desk);
  await expectApiError(other.api.goods.addProof(proofOf(inboundParcelId)), "not_found");
});
