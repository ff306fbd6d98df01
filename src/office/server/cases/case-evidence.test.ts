// What is joined to a case when it is opened.
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { asOwner } from "#test/database.ts";
import {
  aPicture,
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
} from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";
import { aStaffMember } from "#test/users.ts";

test("photos by hash, weights and events stay in a case as they were when it was opened", async () => {
  const app = await testApp();
  onTestFinished(() => app.close());
  const desk = await packingDesk(app);
  const { kysely } = app.database;
  const mei = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, mei, [700]);
  const inboundParcelId = parcelIds[0] ?? "";
  app.clock.advance(60_000);
  await desk.receiver.api.receiving.addInboundParcelImage({
    inboundParcelId,
    kind: "outside",
    file: aPicture(),
    idempotencyKey: randomUUID(),
  });
  app.clock.advance(60_000);
  const { id: shipRequestId } = await request(mei, packageId);
  await pack(desk, shipRequestId, numbers);
  app.clock.advance(60_000);
  const { id: caseId } = await mei.api.cases.openCase({
    subject: "package",
    subjectId: packageId,
    problem: "damaged",
    text: "The corner is torn.",
    idempotencyKey: randomUUID(),
  });

  const { evidence } = await mei.api.cases.readOwnCase({ caseId });
  const [outside, ...ofBox] = evidence.photos;
  expect([outside?.kind, outside?.name]).toEqual(["outside", numbers[0]]);
  expect(ofBox.map(({ kind }) => kind).toSorted()).toEqual(["closed_on_scale", "open_box"]);
  expect(evidence.weights).toMatchObject([
    { name: numbers[0], weightGrams: 700 },
    { name: "", weightGrams: 800 },
  ]);
  expect(evidence.events.map(({ event }) => event)).toContain("packed");
  const bytes = await mei.client.fetch(outside?.imageUrl ?? "");
  expect(bytes.status).toBe(200);
  const hash = createHash("sha256").update(Buffer.from(await bytes.arrayBuffer()));
  expect(outside?.sha256).toBe(hash.digest("hex"));

  // What is corrected or removed later changes nothing of it.
  const [support, finance] = [
    await aStaffMember(app, ["support"]),
    await aStaffMember(app, ["finance"]),
  ];
  await asOwner(app.database, async (db) => {
    await sql`update inbound_parcels set weight_grams = 900 where id = ${inboundParcelId}`.execute(
      db,
    );
    await sql`delete from files where id = ${outside?.id ?? ""}`.execute(db);
  });
  const later = await support.api.cases.readCase({ caseId });
  expect(later.evidence.weights).toEqual(evidence.weights);
  expect(later.evidence.photos.map(({ id, sha256 }) => [id, sha256])).toEqual(
    evidence.photos.map(({ id, sha256 }) => [id, sha256]),
  );
  expect(later.evidence.photos.map(({ imageUrl }) => imageUrl === null)).toEqual([
    true,
    false,
    false,
  ]);
  // Photos are not for every role.
  const shown = (await finance.api.cases.readCase({ caseId })).evidence;
  expect([shown.photos, shown.weights]).toEqual([[], evidence.weights]);
  const change = sql`update cases set evidence = '{"photos": [], "weights": [], "events": [1]}'`;
  await expect(change.execute(kysely)).rejects.toThrow("rows of cases are never changed");
});
