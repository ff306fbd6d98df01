import { expect, test } from "vitest";
import type { StoredGoodsRule } from "#catalogue/contract/goods-rules.ts";
import ServicesPage from "#catalogue/web/admin/shipping-services/services-page.tsx";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";

const today = "2031-04-05";
const rule: StoredGoodsRule = {
  id: "00000000-0000-4000-8000-000000000821",
  flag: "battery_loose",
  serviceCode: null,
  carrierCode: "hk-post",
  mode: null,
  countryCode: "US",
  answer: "refused",
  needsProof: false,
  texts: { en: "Never by mail.", "zh-Hant-HK": "", "zh-Hans": "" },
  source: "A notice",
  sourceDay: "2031-04-01",
  confidence: "primary",
  validFrom: "2031-04-02",
  validUntil: null,
};

async function showRules(closedRequestsCount = 0) {
  const previewed: unknown[] = [];
  const added: unknown[] = [];
  const ended: unknown[] = [];
  const { screen } = await showScreen({
    element: <ServicesPage />,
    path: "/admin/dashboard/services",
    address: "/admin/dashboard/services?tab=goods-rules",
    answers: {
      shippingServices: { listShippingServices: async () => ({ today, items: [] }) },
      goodsRules: {
        listGoodsRules: async () => ({ today, items: [rule] }),
        addGoodsRule: async (input) => {
          if (input.isPreview) {
            previewed.push(input);
            if (previewed.length === 1 && closedRequestsCount === 0)
              throw rejected("rule_conflict");
            return { rule: null, closedRequestsCount };
          }
          added.push(input);
          return { rule, closedRequestsCount };
        },
        endGoodsRule: async (input) => {
          ended.push(input);
          return { ...rule, validUntil: "2031-04-04" };
        },
      },
    },
  });
  return { screen, previewed, added, ended };
}

test("rules are listed with their source, and one is ended from today on", async () => {
  const { screen, ended } = await showRules();
  const row = screen.getByRole("row").nth(1);
  await expect.element(row.getByText("Loose battery")).toBeVisible();
  await expect.element(row.getByText("Hong Kong Post · United States")).toBeVisible();
  await expect.element(row.getByText("Never by mail.")).toBeVisible();
  await expectAccessible();
  await row.getByRole("button", { name: "End rule: Loose battery" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^Rule ended/));
  expect(ended).toEqual([{ goodsRuleId: rule.id, on: today }]);
});

test("a rule is added, and one that ties with another says so and stays in the form", async () => {
  const { screen, added } = await showRules();
  await screen.getByRole("button", { name: "Add rule" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add rule" });
  await dialog.getByRole("textbox", { name: "Source" }).fill("A notice");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog.getByText(/There is a rule about the same goods/)).toBeVisible();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^Rule added/));
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({
    flag: "liquid",
    answer: "refused",
    serviceCode: null,
    countryCode: null,
    source: "A notice",
    validFrom: today,
  });
});

test("before a rule is added that closes open requests it is said how many, for what is typed now", async () => {
  const { screen, previewed, added } = await showRules(3);
  await screen.getByRole("button", { name: "Add rule" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add rule" });
  await dialog.getByRole("textbox", { name: "Source" }).fill("A notice");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog.getByText(/^Would close 3 open requests\./)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Source" }).fill("A later notice");
  await expect.element(dialog.getByText(/^Would close/)).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog.getByText(/^Would close 3 open requests\./)).toBeVisible();
  expect([previewed.length, added.length]).toEqual([2, 0]);
  await dialog.getByRole("button", { name: "Add rule anyway" }).click();
  await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^Rule added/));
  expect(added).toMatchObject([{ source: "A later notice" }]);
});
