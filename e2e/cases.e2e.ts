// Each kind of case from its email on a phone: the customer reads what staff wrote, answers or chooses, and is sent the end.
import { expect, test, type Page } from "@playwright/test";
import type { CaseKind, CaseProblem, CaseSubject, GoodsKind } from "#office/rules/case.ts";
import {
  customerPassword,
  visitAdmin,
  visitAsCustomer,
  type Visitor,
} from "#test/crashes/visitor.ts";
import { enterFirstWarehouse } from "./entering.ts";
import { emailsTo } from "./mailbox.ts";
import { expectAccessible, expectNoHorizontalScrolling, watchPages } from "./page-watch.ts";
import { admin, startServer, type Server } from "./server.ts";

let server: Server;
let office: Visitor;
let mei: Visitor;
let userId: string;

// Long, since the machine may be busy.
test.describe.configure({ timeout: 480_000 });
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  contextOptions: { reducedMotion: "reduce" },
});

test.beforeAll(async () => {
  server = await startServer();
  await enterFirstWarehouse(server.address);
  office = await visitAdmin(server.address, admin);
  mei = await visitAsCustomer(server.address, 1);
  const session = await mei.api.auth.readSession({});
  userId = session?.person.id ?? "";
  const reason = "To try it";
  await office.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason });
  await office.api.wallet.adjustWallet({ ...once(), userId, kind: "credit", amount: "40", reason });
});

test.afterAll(async () => {
  await server?.remove();
});

const once = () => ({ idempotencyKey: crypto.randomUUID() });

/** A package that was delivered today. */
async function aDeliveredPackage(): Promise<string> {
  const { package: pkg } = await mei.api.packages.createPackage({
    ...once(),
    trackingNumber: `SF${String(Date.now())}`,
    origin: "China",
    destination: "Germany",
    description: "Stoneware teapots",
    estimatedWeightGrams: 800,
  });
  const packageId = pkg.id;
  const delivered = { packageId, status: "delivered", setsLegs: true } as const;
  await office.api.packages.setPackageStatus(delivered);
  return packageId;
}

/** A parcel that is awaited. */
async function aDeclaredParcel(): Promise<string> {
  const declared = { items: [{ trackingNumber: "YT1000000000022", description: "Two cups" }] };
  const { items } = await mei.api.inboundParcels.declareInboundParcels({ ...once(), ...declared });
  return items[0]?.id ?? "";
}

type Told = {
  readonly subject: CaseSubject;
  readonly subjectId: string;
  readonly problem: CaseProblem;
  /** What staff find out that it is. */
  readonly turnsOut?: GoodsKind;
};

/** A case of a kind, which its customer opens. */
async function opened(told: Told, kind: CaseKind): Promise<string> {
  // Nobody opens so many in an hour.
  const counted = { limit: "casesPerAccount", who: userId };
  await office.api.limits.liftLimit(counted).catch(() => null);
  const { turnsOut, ...input } = told;
  const { id: caseId } = await mei.api.cases.openCase({
    ...once(),
    ...input,
    text: `It is ${kind}.`,
  });
  if (turnsOut !== undefined) {
    const note = { caseId, text: "As the photo shows.", kind: turnsOut };
    await office.api.cases.addCaseNote({ ...once(), ...note });
  }
  return caseId;
}

/** The link in the email that says something, once that has come. */
async function linkInEmail(page: Page, caseId: string, said: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const emails = await emailsTo(page.request, server.address, mei.email);
    const email = emails.find(({ text }) => text.includes(said) && text.includes(caseId));
    link = email && /https?:\S+\/dashboard\/messages\/[0-9a-f-]+/.exec(email.text)?.[0];
    expect(link, `an email that says: ${said}`).toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  return link ?? "";
}

/** Follows the link of an email, and signs in where that is needed. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const password = page.getByLabel("Password", { exact: true });
  const conversation = page.getByRole("list", { name: "Conversation" });
  await expect(password.or(conversation)).toBeVisible();
  if (await password.isVisible()) {
    await page.getByLabel("Email").fill(mei.email);
    await password.fill(customerPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(link);
  }
  await expect(conversation).toBeVisible();
}

async function answer(page: Page, kind: CaseKind): Promise<void> {
  await page.getByRole("textbox", { name: "Your message" }).fill(`More of ${kind}.`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("list", { name: "Conversation" })).toContainText(`More of ${kind}.`);
}

/** Answers, or chooses where staff let a customer choose; what moves goods is asked once more. */
async function answerOrChoose(page: Page, kind: CaseKind): Promise<void> {
  const { [kind]: choice } = choices;
  if (choice === undefined) return await answer(page, kind);
  await page.getByRole("button", { name: choice.label }).click();
  if (choice.effect !== undefined) {
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("send it back to its sender");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Yes, do it" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByText(`Chosen: ${choice.label}`)).toBeVisible();
}

/** What staff write first, by which its email is found. */
const askedOf = (kind: CaseKind) => `What we ask about ${kind}.`;

const choices: Readonly<Partial<Record<CaseKind, { label: string; effect?: "agree_return" }>>> = {
  damaged: { label: "Keep it" },
  return: { label: "Send it back", effect: "agree_return" },
};

async function ask(caseId: string, kind: CaseKind): Promise<void> {
  const asked = { ...once(), caseId, text: askedOf(kind) };
  const { [kind]: choice } = choices;
  if (choice === undefined) await office.api.cases.answerCase(asked);
  else await office.api.cases.askCase({ ...asked, choices: [choice] });
}

test("each kind of case goes from its email on a phone to its end", async ({ page, context }) => {
  const watch = watchPages(context, []);
  const delivered = await aDeliveredPackage();
  const { items } = await mei.api.wallet.listTransactions({});
  const ofParcel = { subject: "inbound_parcel", subjectId: await aDeclaredParcel() } as const;
  const ofPackage = { subject: "package", subjectId: delivered } as const;
  const account = { subject: "account", subjectId: userId, problem: "other" } as const;
  const transaction = {
    ...account,
    subject: "transaction",
    subjectId: items[0]?.id ?? "",
  } as const;
  const kinds: Readonly<Partial<Record<CaseKind, Told>>> = {
    question: account,
    damaged: { ...ofPackage, problem: "damaged" },
    missing: { ...ofPackage, problem: "missing" },
    lost: { ...ofPackage, problem: "never_came" },
    wrong_item: { ...ofPackage, problem: "other", turnsOut: "wrong_item" },
    goods_refused: { ...ofPackage, problem: "other", turnsOut: "goods_refused" },
    return: { ...ofParcel, problem: "other", turnsOut: "return" },
    other: { ...ofPackage, problem: "other" },
    money: transaction,
  };
  for (const [name, told] of Object.entries(kinds)) {
    const kind = name as CaseKind;
    await test.step(kind, async () => {
      const caseId = await opened(told, kind);
      await ask(caseId, kind);
      await follow(page, await linkInEmail(page, caseId, askedOf(kind)));
      expect((await mei.api.cases.readOwnCase({ caseId })).kind).toBe(kind);
      await expect(page.getByText(askedOf(kind))).toBeVisible();
      await expectNoHorizontalScrolling(page);
      await answerOrChoose(page, kind);
      await expect(page.getByText(/^We answer by /)).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
      await end(page, caseId, kind);
    });
  }

  await test.step("customs", async () => {
    const { id: caseId } = await office.api.cases.openCustomsCase({
      ...once(),
      ...ofPackage,
      text: askedOf("customs"),
    });
    await follow(page, await linkInEmail(page, caseId, askedOf("customs")));
    await expect(page.getByText(/^Please answer by /)).toBeVisible();
    await answer(page, "customs");
    await end(page, caseId, "customs");
  });
  expect.soft(watch.errors).toEqual([]);
  expect.soft(server.loggedErrors()).toEqual([]);
});

/** Staff close the case; its customer is sent the outcome, and reads it where the email leads. */
async function end(page: Page, caseId: string, kind: CaseKind): Promise<void> {
  const outcome = `This is the end of ${kind}.`;
  await office.api.cases.finishCase({ caseId, outcome });
  await follow(page, await linkInEmail(page, caseId, outcome));
  await expect(page.getByText(outcome).first()).toBeVisible();
  await expect(page.getByText(/^Closed on /)).toBeVisible();
  if (kind === "lost") await expectAccessible(page);
}
