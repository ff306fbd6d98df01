// The purchases of one customer through the warehouse: some are on the way, three lie on the shelf and one goes back to its
// shop, three packages are packed and waiting for a decision, travelling, and delivered, both with a signed declaration, and of
// three cases one was decided with money, one waits for staff again, and in one its customer is to choose.
import { randomUUID } from "node:crypto";
import { aSignature } from "#test/manifests.ts";
import { courierSteps, parcelNumber, postSteps } from "./carrier-steps.ts";
import { deposit, visit, type Customer, type DemoRun } from "./customer.ts";
import { demoPicture } from "./picture.ts";
import { shelfCode } from "./warehouse-day.ts";

const hour = 3_600_000;
const day = 24 * hour;

type Purchase = {
  readonly shop: string;
  readonly description: string;
  readonly weightGrams: number;
  readonly sidesMm: readonly [number, number, number];
  /** In Chinese cents; null: its customer has not stated it yet. */
  readonly valueMinor: number | null;
  readonly isPerfume?: boolean;
};

type Declared = Purchase & { readonly trackingNumber: string };

/** How long a courier needs from the shop to the warehouse. */
const courierHours = 66;

function purchase(
  shop: string,
  description: string,
  weightGrams: number,
  sidesMm: Purchase["sidesMm"],
  valueMinor: number | null,
): Purchase {
  return { shop, description, weightGrams, sidesMm, valueMinor };
}

const delivered = [
  purchase("Taobao", "Ceramic teapot with four cups", 980, [240, 200, 140], 16_800),
  purchase("Tmall", "Linen table runner", 340, [280, 200, 40], 9_900),
];
const travelling = [
  purchase("JD", "Mechanical keyboard, without battery", 960, [380, 150, 50], 32_900),
  purchase("Taobao", "Desk mat, felt", 420, [400, 80, 80], 5_800),
];
const priced = [
  purchase("Taobao", "Knitted cardigan, wool", 610, [300, 240, 60], 19_900),
  purchase("Pinduoduo", "Watercolour set with brushes", 540, [260, 180, 50], 8_800),
];
const shelved: readonly Purchase[] = [
  purchase("Taobao", "Running shoes, size 42", 910, [330, 210, 120], 26_900),
  purchase("1688", "Phone cases, five pieces", 260, [180, 120, 40], 4_500),
  // No service of the suggestions takes it.
  { ...purchase("Tmall", "Eau de toilette, 50 ml", 380, [160, 120, 80], 32_900), isPerfume: true },
  purchase("Tmall", "Fountain pen and two notebooks", 480, [230, 160, 50], null),
];
const returned = [purchase("Taobao", "Electric kettle, 230 V", 1_060, [240, 220, 230], 15_900)];
const awaited = [
  purchase("Taobao", "Bamboo cutting board", 1_240, [360, 250, 30], 7_900),
  purchase("JD", "Silk scarf in a gift box", 210, [200, 200, 40], 21_000),
];

/** Of the goods that leave: without a code nothing gets a label, and some destinations ask for ten digits. */
const customsCodes: Readonly<Record<string, string>> = {
  "Ceramic teapot with four cups": "6911103710",
  "Linen table runner": "6302530030",
  "Mechanical keyboard, without battery": "8471602000",
  "Desk mat, felt": "5602290000",
};

/** Schedules everything for the customer; the last of it happens just before `endsAt`, in milliseconds. */
export function scheduleJourney(demo: DemoRun, customer: Customer, endsAt: number): void {
  const before = (days: number, action: () => Promise<void>) =>
    demo.schedule(endsAt - days * day, action);
  before(23, () => deposit(demo, customer, 400));
  before(9, () => deposit(demo, customer, 300));
  before(22, () => buy(demo, customer, delivered, (bought) => ship(demo, customer, bought, 6)));
  before(8.6, () => buy(demo, customer, travelling, (bought) => ship(demo, customer, bought, 6)));
  before(4.3, () => buy(demo, customer, priced, (bought) => ship(demo, customer, bought, null)));
  const arrivals = [4.2, 3, 1.1];
  for (const [index, bought] of shelved.entries()) {
    before((arrivals[index] ?? 1) + courierHours / 24, () => buy(demo, customer, [bought]));
  }
  before(1.5, async () => void (await declare(demo, customer, awaited)));
  before(2 + courierHours / 24, () => buy(demo, customer, returned));
  before(5.2, () => openCase(demo, customer, "delivered", "damaged", texts.damaged));
  before(4.9, () => payForDamage(demo));
  before(1, () => openCase(demo, customer, "active", "other", texts.question));
  before(0.9, () => askBack(demo));
  before(0.7, () => writeBack(demo, customer));
  before(0.5, () => askForReturn(demo, customer));
  before(0.4, () => openParcelCase(demo, customer));
  before(0.3, () => askToChoose(demo));
}

/** What people write. */
const texts = {
  damaged: "One of the four cups has a crack. The box itself was intact.",
  outcome: "We are sorry about the cup. Its value has been added to your wallet.",
  question: "The name at the door is Thompson-Reid. Can the carrier be told?",
  answer: "Yes, we can tell them. Is it the front door or the one in the yard?",
  reply: "The one in the yard. Thank you!",
  unsendable: "No service is offered for the perfume. What can I do with it?",
  choose: "No carrier takes it by air, and none by sea to you. What shall we do with it?",
  sendBack: "Send it back to the shop",
  dispose: "Dispose of it",
  keep: "Keep it for now",
  consent: "Email of the customer",
  reason: "The plug does not fit, and the shop takes it back.",
} as const;

/** What a broken cup was worth. */
const cupCents = 620;

/** Writes what is wrong with the newest package of a tab; of damage with a photo, and asks for its value. */
async function openCase(
  demo: DemoRun,
  customer: Customer,
  tab: "active" | "delivered",
  problem: "damaged" | "other",
  text: string,
): Promise<void> {
  const api = await visit(demo, customer);
  const { items } = await api.packages.listPackages({ tab });
  // A demo of few days ends before one is delivered.
  const [pkg] = items;
  if (pkg === undefined) return;
  const { windows } = await api.cases.readMoneyTerms({ packageId: pkg.id });
  const isAsked = windows.some((one) => one.problem === problem && one.state === "open");
  const { id: caseId } = await api.cases.openCase({
    subject: "package",
    subjectId: pkg.id,
    problem,
    text,
    ...(isAsked && { asked: { amountCents: cupCents } }),
    idempotencyKey: randomUUID(),
  });
  if (problem === "other") return;
  await api.cases.addCaseFile({ caseId, file: demoPicture(3), idempotencyKey: randomUUID() });
}

/** Grants what was damaged, which answers the case about it. */
async function payForDamage({ admin }: DemoRun): Promise<void> {
  const { items } = await admin.cases.listOpenCases({});
  for (const { id: caseId } of items) {
    await admin.cases.grantCase({
      caseId,
      amountCents: cupCents,
      outcome: texts.outcome,
      idempotencyKey: randomUUID(),
    });
  }
}

/** Asks about the parcel that no service takes. */
async function openParcelCase(demo: DemoRun, customer: Customer): Promise<void> {
  const api = await visit(demo, customer);
  const { items } = await api.inboundParcels.listInboundParcels({ group: "here" });
  const perfume = shelved.find(({ isPerfume }) => isPerfume === true);
  const parcel = items.find(({ description }) => description === perfume?.description);
  if (parcel === undefined) return;
  await api.cases.openCase({
    subject: "inbound_parcel",
    subjectId: parcel.id,
    problem: "other",
    text: texts.unsendable,
    idempotencyKey: randomUUID(),
  });
}

/** Lets its customer choose what is done with it. */
async function askToChoose({ admin }: DemoRun): Promise<void> {
  const { items } = await admin.cases.listOpenCases({});
  for (const { id: caseId, subject } of items) {
    if (subject !== "inbound_parcel") continue;
    await admin.cases.askCase({
      caseId,
      text: texts.choose,
      choices: [
        { label: texts.sendBack, effect: "agree_return" },
        { label: texts.dispose, effect: "agree_dispose" },
        { label: texts.keep, effect: null },
      ],
      idempotencyKey: randomUUID(),
    });
  }
}

/** Answers the open case with a question. */
async function askBack({ admin }: DemoRun): Promise<void> {
  const { items } = await admin.cases.listOpenCases({});
  for (const { id: caseId } of items) {
    await admin.cases.answerCase({ caseId, text: texts.answer, idempotencyKey: randomUUID() });
  }
}

async function writeBack(demo: DemoRun, customer: Customer): Promise<void> {
  const { cases } = await visit(demo, customer);
  const { items } = await cases.listOwnCases();
  for (const { id: caseId, state } of items) {
    if (state !== "waiting_for_customer") continue;
    await cases.addCaseMessage({ caseId, text: texts.reply, idempotencyKey: randomUUID() });
  }
}

/** Asks to return what its customer does not want, which a second person would confirm. */
async function askForReturn(demo: DemoRun, customer: Customer): Promise<void> {
  const api = await visit(demo, customer);
  const { items } = await api.inboundParcels.listInboundParcels({ group: "here" });
  const [unwanted] = returned;
  const parcel = items.find(({ description }) => description === unwanted?.description);
  if (parcel === undefined) return;
  await demo.admin.parcelRemovals.requestParcelRemoval({
    inboundParcelId: parcel.id,
    kind: "return",
    ground: "owner_agreed",
    consent: texts.consent,
    reason: texts.reason,
    file: demoPicture(5),
    idempotencyKey: randomUUID(),
  });
}

/** Declares purchases, which the courier brings. */
async function declare(
  demo: DemoRun,
  customer: Customer,
  purchases: readonly Purchase[],
): Promise<readonly Declared[]> {
  const api = await visit(demo, customer);
  const declared = purchases.map((one) => ({ ...one, trackingNumber: parcelNumber(demo.random) }));
  for (const { trackingNumber } of declared) {
    await demo.server.chooseSteps(trackingNumber, courierSteps);
  }
  await api.inboundParcels.declareInboundParcels({
    items: declared.map(({ trackingNumber, shop, description, valueMinor }) => ({
      trackingNumber,
      shop,
      goodsItems: [
        {
          description,
          ...(valueMinor !== null && { unitValueMinor: valueMinor, currency: "CNY" as const }),
          hsCode: customsCodes[description] ?? null,
        },
      ],
    })),
    packageId: null,
    idempotencyKey: randomUUID(),
  });
  return declared;
}

/** Declares purchases and receives them when the courier has brought them; `then` follows. */
async function buy(
  demo: DemoRun,
  customer: Customer,
  purchases: readonly Purchase[],
  then: (bought: readonly Declared[]) => void = () => undefined,
): Promise<void> {
  const bought = await declare(demo, customer, purchases);
  const now = demo.server.now().getTime();
  for (const [index, one] of bought.entries()) {
    demo.schedule(now + courierHours * hour + index * 0.2 * hour, () => receive(demo, one));
  }
  demo.schedule(now + (courierHours + 4) * hour, async () => then(bought));
}

async function receive(demo: DemoRun, { trackingNumber, ...one }: Declared): Promise<void> {
  const { receiving } = demo.admin;
  const { parcel } = await receiving.receiveInboundParcel({
    warehouseId: demo.warehouseId,
    scan: trackingNumber,
    measurements: {
      weightGrams: one.weightGrams,
      sidesMm: [...one.sidesMm],
      battery: "none",
      goodsFlags: one.isPerfume === true ? ["liquid", "flammable"] : [],
    },
    storageLocationCode: shelfCode(one.weightGrams),
    recordedAt: demo.server.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
  for (const kind of ["outside", "scale"] as const) {
    await receiving.addInboundParcelImage({
      inboundParcelId: parcel.id,
      kind,
      file: demoPicture(one.weightGrams + kind.length),
      idempotencyKey: randomUUID(),
    });
  }
}

/**
 * Puts what was received into a package, and requests and packs it.
 * @param handOverHours how long after it is packed it leaves; null: its customer has not decided yet
 */
function ship(
  demo: DemoRun,
  customer: Customer,
  bought: readonly Declared[],
  handOverHours: number | null,
): void {
  const now = demo.server.now().getTime();
  demo.schedule(now + 2 * hour, async () => {
    const shipRequestId = await request(demo, customer, bought, handOverHours !== null);
    demo.schedule(now + 20 * hour, () => pack(demo, shipRequestId, bought));
    if (handOverHours === null) return;
    demo.schedule(now + (20 + handOverHours / 2) * hour, () =>
      accept(demo, customer, shipRequestId),
    );
    demo.schedule(now + (20 + handOverHours) * hour, () => handOver(demo, shipRequestId));
  });
}

async function request(
  demo: DemoRun,
  customer: Customer,
  bought: readonly Declared[],
  hasExtras: boolean,
): Promise<string> {
  const api = await visit(demo, customer);
  const [trackingNumber = "", ...furtherTrackingNumbers] = bought.map((one) => one.trackingNumber);
  const { package: pkg } = await api.packages.createPackage({
    trackingNumber,
    furtherTrackingNumbers,
    origin: "China",
    destination: customer.destination,
    description: bought.map(({ description }) => description).join("; "),
    idempotencyKey: randomUUID(),
  });
  demo.packageCount += 1;
  const { id } = await api.shipRequests.requestShipping({
    packageId: pkg.id,
    paymentMode: "quote_first",
    extraServices: hasExtras ? [{ code: "bubble_wrap" }] : [],
    idempotencyKey: randomUUID(),
  });
  return id;
}

async function pack(
  demo: DemoRun,
  shipRequestId: string,
  bought: readonly Declared[],
): Promise<void> {
  const { packing, extraServices } = demo.admin;
  for (const { trackingNumber: scan } of bought) {
    await packing.scanIntoBox({ shipRequestId, scan, idempotencyKey: randomUUID() });
  }
  const { items } = await extraServices.listExtraServiceWork({});
  for (const { id: extraServiceRequestId } of items) {
    await extraServices.finishExtraService({ extraServiceRequestId });
  }
  for (const kind of ["open_box", "closed_on_scale"] as const) {
    await packing.addPackingImage({
      shipRequestId,
      kind,
      file: demoPicture(kind.length),
      idempotencyKey: randomUUID(),
    });
  }
  await packing.closeBox({
    shipRequestId,
    weightGrams: bought.reduce((sum, { weightGrams }) => sum + weightGrams, 120),
    sidesMm: [400, 260, 160],
    idempotencyKey: randomUUID(),
  });
}

/** Accepts the price by air or, where there is none, the cheapest. */
async function accept(demo: DemoRun, customer: Customer, shipRequestId: string): Promise<void> {
  const { shipRequests } = await visit(demo, customer);
  const { quotes } = await shipRequests.readShipRequest({ shipRequestId });
  const quote = quotes.find(({ service }) => service.mode === "air") ?? quotes[0];
  if (quote === undefined) throw new Error("No service takes the package of the demo.");
  await shipRequests.acceptQuote({ quoteId: quote.id });
}

async function handOver(demo: DemoRun, shipRequestId: string): Promise<void> {
  const { labels, manifests } = demo.admin;
  const { label } = await labels.makeLabel({ shipRequestId });
  if (label === null) throw new Error("No label was made.");
  const { trackingNumber } = label;
  await demo.server.chooseSteps(trackingNumber, postSteps);
  const { id: manifestId } = await manifests.openManifest({
    warehouseId: demo.warehouseId,
    carrierCode: "hk-post",
  });
  await manifests.addScan({ manifestId, scan: trackingNumber, idempotencyKey: randomUUID() });
  await manifests.closeManifest({ manifestId });
  await manifests.handOverManifest({
    manifestId,
    receiverName: "Driver Lam",
    signature: aSignature(),
    idempotencyKey: randomUUID(),
  });
  await demo.server.runJobs();
}
