import { randomUUID } from "node:crypto";
import { askedRemoval } from "#test/parcel-removals.ts";
import { payCheckout } from "#test/payment-sandbox.ts";
import {
  addMoney,
  close,
  photograph,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { deliverMessages, numberLeg, providerEvent, providerMessage } from "#test/tracking.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import type { TestApp } from "#test/test-app.ts";
import { createFixtures, type Fixtures } from "./fixtures.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const picture = (name: string) => new File([pixel], name, { type: "image/gif" });

/** What staff wrote about the account among themselves. */
export const staffNote = "Vermilion herring";

export type FilledAccount = Fixtures & {
  /** A request of the owner whose box is packed, with quotes. */
  readonly packedRequestId: string;
};

/** The open payout request is paid, and another one is open. */
async function payouts({ owner, admin, payoutRequestId }: Fixtures): Promise<void> {
  const paid = { payoutRequestId, isPaid: true, reference: "FT-42" };
  await admin.api.wallet.settlePayoutRequest(paid);
  const next = { amount: "2.00", details: "To account 43", idempotencyKey: randomUUID() };
  await owner.api.wallet.requestPayout(next);
}

/** A check of what is in the owner's received parcel that is done, with a photo and what was found. */
async function aDoneService({ owner, packer, receivedParcelId }: Fixtures): Promise<void> {
  const inboundParcelId = receivedParcelId;
  await owner.api.goods.saveItems({ inboundParcelId, items: [{ description: "Tea bowls" }] });
  const { id: extraServiceRequestId } = await owner.api.extraServices.requestExtraService({
    code: "contents_check",
    inboundParcelId,
    idempotencyKey: randomUUID(),
  });
  await packer.api.packing.addPackingImage({
    extraServiceRequestId,
    kind: "extra_service",
    file: picture("detail.gif"),
    idempotencyKey: randomUUID(),
  });
  const resultText = "The glaze has a hairline crack";
  const bowls = { description: "Tea bowls", quantity: 1, finding: "differs" as const };
  const found = { resultText, checkedItems: [bowls] };
  await packer.api.extraServices.finishExtraService({ extraServiceRequestId, ...found });
}

/** A request of the owner with an extra service that is done, whose box is packed. */
async function aPackedBox(desk: PackingDesk, { owner, packer }: Fixtures): Promise<string> {
  const { packageId, numbers } = await receivedPackage(desk, owner);
  const { id, extraServices } = await request(owner, packageId, {
    extraServices: [{ code: "stretch_film" }],
    note: "Mind the corners",
  });
  const extraServiceRequestId = extraServices[0]?.id ?? "";
  const resultText = "Wrapped twice";
  await scanAll(desk, id, numbers);
  await packer.api.extraServices.finishExtraService({ extraServiceRequestId, resultText });
  await photograph(desk, id);
  await close(desk, id);
  return id;
}

/** What is in the owner's parcel. */
async function statedGoods({ owner, parcelId: inboundParcelId }: Fixtures): Promise<void> {
  const teapots = {
    description: "Clay teapot",
    descriptionOriginal: "紫砂壺",
    quantity: 2,
    unitValueMinor: 12_900,
    currency: "CNY",
    netGrams: 640,
    hsCode: "691200",
    merchantProductId: "680123456789",
  } as const;
  await owner.api.goods.saveItems({ inboundParcelId, items: [teapots] });
}

/** A carrier reports about the package's last leg and about a parcel on its way here. */
async function carrierReports(app: TestApp, { admin, pkg, parcelId }: Fixtures): Promise<void> {
  const legNumber = freshNumber();
  await numberLeg(app, admin, pkg.legs.at(-1), legNumber);
  const { parcel } = await admin.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: parcelId,
  });
  const at = new Date(app.clock.now().getTime() - 3_600_000);
  const event = providerEvent("moving", at, { place: "Harbour Hub", country: "HK" });
  await deliverMessages(
    app,
    providerMessage(legNumber, [event]),
    providerMessage(parcel.trackingNumber ?? "", [{ ...event, description: "Left the shop" }]),
  );
}

/** A choice in the open case of the owner, and money in another. */
async function decidedCases({ owner, admin, caseId }: Fixtures): Promise<void> {
  const choices = [{ label: "Both", effect: null }];
  const question = { caseId, text: "Which?", choices, idempotencyKey: randomUUID() };
  await admin.api.cases.askCase(question);
  const { id: decidedId } = await owner.api.cases.openCase({
    subject: "account",
    subjectId: owner.userId,
    problem: "order",
    text: "Two cups",
    idempotencyKey: randomUUID(),
  });
  await admin.api.cases.grantCase({
    caseId: decidedId,
    amountCents: 150,
    outcome: "They came late.",
    idempotencyKey: randomUUID(),
  });
}

/** What both sides write in cases, with a file, a note and what is decided. */
async function writtenCases(fixtures: Fixtures): Promise<void> {
  const { owner, admin, caseId } = fixtures;
  await owner.api.cases.addCaseFile({
    caseId,
    file: picture("screen.gif"),
    idempotencyKey: randomUUID(),
  });
  const answer = { caseId, text: "Which mails?", idempotencyKey: randomUUID() };
  await admin.api.cases.answerCase(answer);
  await decidedCases(fixtures);
  const note = { caseId, text: staffNote, idempotencyKey: randomUUID() };
  await admin.api.cases.addCaseNote(note);
}

/**
 * The owner of the access matrix's fixtures with something of everything that a customer can have. The clock stands still,
 * since addresses of files are signed for a time.
 */
export async function aFilledAccount(app: TestApp): Promise<FilledAccount> {
  app.clock.set(new Date());
  const fixtures = await createFixtures(app);
  const { owner, admin, packer, pkg, claimId, shipped } = fixtures;
  const { api } = owner;
  const desk: PackingDesk = {
    hasPhotoFiles: true,
    app,
    admin,
    receiver: admin,
    packer,
    warehouseId: shipped.warehouseId,
    photo: picture("scale.gif"),
  };
  await addMoney(desk, owner, "200");
  await payouts(fixtures);
  const turnedOff = { kind: "package_moved", channel: "email", isOn: false } as const;
  await api.notifications.setPreference(turnedOff);
  const deposit = { amount: "25.50", idempotencyKey: randomUUID() };
  await payCheckout(app, (await api.wallet.startDeposit(deposit)).url);
  await api.users.updateProfile({
    fullName: "陈美",
    latinName: "Chen Mei",
    phone: "+852 5555 0123",
    address: "8 Lantern Street",
    addressLine2: "Flat 3",
    city: "Hong Kong",
    state: "Kowloon",
    country: "HK",
    postalCode: "999077",
  });
  await api.packages.addImage({
    packageId: pkg.id,
    file: picture("teapot.gif"),
    idempotencyKey: randomUUID(),
  });
  await api.packageShares.shareOwnPackage({ packageId: pkg.id, hasPhotos: true });
  await statedGoods(fixtures);
  const proof = { claimId, file: picture("order.gif"), idempotencyKey: randomUUID() };
  await api.parcelClaims.addClaimFile(proof);
  await api.goods.addProof({
    inboundParcelId: fixtures.receivedParcelId,
    file: picture("sheet.gif"),
    idempotencyKey: randomUUID(),
  });
  await writtenCases(fixtures);
  await admin.api.receiving.addInboundParcelImage({
    inboundParcelId: fixtures.receivedParcelId,
    file: picture("outside.gif"),
    idempotencyKey: randomUUID(),
  });
  await admin.api.parcelRemovals.requestParcelRemoval(
    askedRemoval(fixtures.receivedParcelId, picture("empty.gif")),
  );
  await api.cases.openCase({
    subject: "inbound_parcel",
    subjectId: fixtures.receivedParcelId,
    problem: "damaged",
    text: "The corner is torn.",
    idempotencyKey: randomUUID(),
  });
  await aDoneService(fixtures);
  await carrierReports(app, fixtures);
  const packedRequestId = await aPackedBox(desk, fixtures);
  await app.runJobs();
  return { ...fixtures, packedRequestId };
}
