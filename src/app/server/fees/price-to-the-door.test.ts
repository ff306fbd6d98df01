import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { languagePrefixes, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { acceptSuggestionsAs } from "#test/enter-warehouse-as.ts";
import { setExchangeRates } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;

beforeEach(async () => {
  const clientFolder = mkdtempSync(join(tmpdir(), "sampan-door-price-"));
  for (const prefix of Object.values(languagePrefixes)) {
    const file = join(clientFolder, prefix, "index.html");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "<html><head></head><body>%ARTICLE%</body></html>");
  }
  app = await testApp({ clientFolder });
  admin = await anAdmin(app);
  await admin.api.warehouses.createWarehouse(warehouseFields());
  return async () => {
    await app.close();
    rmSync(clientFolder, { recursive: true });
  };
});

async function readHome(accepted: string, language: Language = "en"): Promise<string> {
  const headers = { "accept-language": accepted };
  const response = await app.client().fetch(`${languagePrefixes[language]}/`, { headers });
  return await response.text();
}

/** The lowest price to the door that the calculator answers. */
async function lowestCents(countryCode: string): Promise<number> {
  const { items } = await admin.api.quotes.compareServices({ weightGrams: 1000, countryCode });
  return Math.min(...items.flatMap(({ doorCents }) => doorCents ?? []));
}

const link = '<a href="/calculator?weight=1#compare">What will it cost to your door?</a>';

test("the home page names the calculator's price to the visitor's country, and links to it", async () => {
  await acceptSuggestionsAs(admin.api);
  await setExchangeRates(app);
  const prices = { CA: await lowestCents("CA"), FR: await lowestCents("FR") };
  expect(prices.CA).not.toBe(prices.FR);
  const canada = await readHome("en-CA,en;q=0.9,fr-FR;q=0.8");
  expect(canada).toContain(
    `<strong>1 kg to Canada: ${formatUsd(prices.CA)} to your door.</strong>`,
  );
  expect(canada).toContain('href="/calculator?weight=1&amp;destination=CA#compare"');
  expect(await readHome("fr-FR,fr;q=0.9")).toContain(`1 kg to France: ${formatUsd(prices.FR)} `);
  expect(await readHome("zh-Hans-CA", "zh-Hans")).toContain("1 kg 寄往加拿大：送到家门 US$");
  expect(await readHome("zh-Hant-CA", "zh-Hant-HK")).toContain("1 kg 寄往加拿大：送到府上 US$");
});

test("a visitor whose country is unknown, or has no price, reads that to the United States", async () => {
  await acceptSuggestionsAs(admin.api);
  await setExchangeRates(app);
  const sentence = `1 kg to United States: ${formatUsd(await lowestCents("US"))} to your door.`;
  for (const accepted of ["en", "fr-FX, *;q=0.5", "en-AQ", "x".repeat(10_000)]) {
    expect(await readHome(accepted)).toContain(sentence);
  }
});

test("without prices the page has the link alone", async () => {
  expect(await readHome("en-CA")).toContain(`<body>${link}</body>`);
});
