import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { ledgerReasonCodes } from "#money/rules/ledger.ts";
import { languages } from "#platform/rules/language.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { translate } from "#platform/server/translate.ts";
import { describeMetadata } from "./transactions.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  return () => app.close();
});

const reasonIn = (language: (typeof languages)[number], metadata: Record<string, unknown>) =>
  describeMetadata({ metadata }, language).reason;

test("a fee that differs from its hold, and an open payout, say why in the reader's language", async () => {
  const { userId, client, api } = customer;
  const adjustment = { userId, kind: "credit", amount: "50", reason: "Welcome gift" } as const;
  await admin.api.wallet.adjustWallet({ ...adjustment, idempotencyKey: randomUUID() });
  const hold = { userId, amount: "10", reason: "Freight", idempotencyKey: randomUUID() };
  const held = await admin.api.wallet.holdShippingFee(hold);
  await admin.api.wallet.settleHold({ holdId: held.hold.id, amount: "8", reason: "" });
  await api.auth.confirmPassword({ password: customer.password });
  const payout = { amount: "5", details: "To account 42", idempotencyKey: randomUUID() };
  await api.wallet.requestPayout(payout);

  const { items } = await api.wallet.listTransactions({});
  expect(new Set(items.map(({ reason }) => reason))).toEqual(
    new Set(["Final fee below the hold", "Freight", "Requested by you", "Welcome gift"]),
  );
  const csv = await (await client.fetch("/api/wallet/transactions.csv?locale=zh-HK")).text();
  expect(csv).toContain(",最終運費低於預留金額,");
  expect(csv).toContain(",由你申請,");
  expect(csv).toContain(",Welcome gift,");
  const headers = { "accept-language": "zh-CN" };
  const wallet = await (await client.fetch("/api/wallet", { headers })).text();
  expect(wallet).toContain("由您申请");
  const month = app.clock.now().toISOString().slice(0, 7);
  const statement = await client.fetch(`/api/wallet/statements/${month}`, { headers });
  expect(await statement.text()).toContain("最终运费低于冻结金额");
});

test("what staff typed stays as it is, also where it reads like a sentence of ours", () => {
  expect(reasonIn("zh-Hans", { reason: "Requested by you" })).toBe("Requested by you");
  expect(reasonIn("zh-Hans", { reason: "賠償" })).toBe("賠償");
  expect(reasonIn("zh-Hans", {})).toBeNull();
});

test("a bank transfer is named by its reference", () => {
  const metadata = { reasonCode: "bank_transfer", reference: "FT-42" };
  expect(reasonIn("zh-Hans", metadata)).toBe("银行转账 FT-42");
});

test.each(languages)("every reason has a sentence in %s", (language) => {
  const sentences = ledgerReasonCodes.map((code) =>
    translate(language, `records.reason.${code}`, { reference: "1" }),
  );
  expect(sentences.filter((sentence) => sentence.startsWith("records."))).toEqual([]);
});
