import { setImmediate as turn } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { RatesFile } from "#catalogue/contract/rates.ts";
import { rateColumns, rateFileLimits } from "#catalogue/rules/rate-import.ts";
import { readServices } from "./read-services.ts";
import { insertVersion, readHighestVersion } from "./service-queries.ts";
import { atomically } from "#platform/server/db/open.ts";
import { expectApiError } from "#test/api-errors.ts";
import { isLongRun } from "#test/long-run.ts";
import { ratesFile } from "#test/rates-file.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let manager: TestPerson;

beforeAll(async () => {
  app = await testApp();
  app.clock.set("2031-04-05T02:00:00Z");
  manager = await aStaffMember(app, ["manager"]);
  return () => app.close();
});

const today = "2031-04-05";
const header = rateColumns.join(",");

async function versions(): Promise<string[]> {
  const { items } = await manager.api.shippingServices.listShippingServices({});
  return items.map(({ code, current }) => `${code} ${current?.version}`);
}

async function importLines(lines: readonly string[]) {
  return await manager.api.rates.importRates({
    file: ratesFile([header, ...lines]),
    validFrom: today,
    source: "Price list",
    mode: "import",
    leavingOut: "accepted",
  });
}

describe("the file of rates", () => {
  test("is exported in the columns of an import, and changes nothing when it is imported again", async () => {
    const response = await manager.client.fetch("/api/admin/rates/rates.csv");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="rates.csv"');
    const csv = await response.text();
    const [heading, row] = csv.replace("\uFEFF", "").split("\r\n");
    expect(heading).toBe(rateColumns.join(","));
    expect(row).toMatch(/^hk-post-air,SG MY,500,65\.00,500,30\.00$/);
    const input = { validFrom: today, source: "Imported again", mode: "preview" as const };
    const preview = async (text: string) =>
      await manager.api.rates.importRates({ ...input, file: ratesFile([text]) });
    expect(await preview(csv)).toMatchObject({
      errors: [],
      warnings: [],
      changeCount: 0,
    });
    const edited = csv.replace("hk-post-air,SG MY,500,65.00", "hk-post-air,SG MY,500,66.00");
    const { changes, changeCount } = await preview(edited);
    expect(changeCount).toBe(2);
    expect(changes).toEqual([
      {
        service: "hk-post-air",
        countries: ["SG", "MY"],
        weightGrams: 500,
        beforeCents: 6500,
        afterCents: 6600,
      },
    ]);
  });

  test.each([
    ["utf16le", ";", ""],
    ["utf8", ";", ""],
    ["utf8", ";", "sep=;\r\n"],
    ["utf16le", "\t", ""],
  ] as const)(
    "is read in %s, with %j between cells and %j before",
    async (encoding, separator, before) => {
      const price = separator === ";" ? "67,00" : "67.00";
      const row = ["hk-post-air", "SG MY", "500", price, "", ""];
      const lines = [rateColumns, row].map((cells) => cells.join(separator));
      const text = `\uFEFF${before}${lines.join("\r\n")}\r\n`;
      const result = await manager.api.rates.importRates({
        file: new File([Uint8Array.from(Buffer.from(text, encoding))], "rates.csv"),
        validFrom: today,
        source: "A spreadsheet",
        mode: "preview",
      });
      expect(result.errors).toEqual([]);
      expect(result.changes[0]).toMatchObject({ service: "hk-post-air", afterCents: 6700 });
    },
  );

  test("in another encoding is named as such", async () => {
    const { errors, isImported } = await manager.api.rates.importRates({
      file: new File([Uint8Array.from([...Buffer.from(header), 10, 0xbc, 0xdb])], "rates.csv"),
      validFrom: today,
      source: "A spreadsheet",
      mode: "import",
    });
    expect({ errors, isImported }).toEqual({
      errors: [{ line: 1, kind: "unknown_encoding", value: "" }],
      isImported: false,
    });
  });

  test("with any wrong row imports nothing of all its services", async () => {
    const before = await versions();
    const rows = [
      header,
      "hk-post-air,SG,500,1.00,,",
      "sg-post-air,US,500,1e9,,",
      "sg-post-air,US,NaN,1.00,,",
      "sg-post-air,US,500,-1.00,,",
      "sg-post-air,XX,500,1.00,,",
      "sg-post-air,US,500,=1+1,,",
      'sg-post-air,US,500,"1,00",,',
      "sg-post-air,CA,500,1.00,,",
      "sg-post-air,CA,500,2.00,,",
    ];
    const result = await manager.api.rates.importRates({
      file: ratesFile([`\uFEFF${rows[0]}`, ...rows.slice(1)]),
      validFrom: today,
      source: "A bad file",
      mode: "import",
    });
    expect(result.isImported).toBe(false);
    expect(result.errors).toEqual([
      { line: 3, kind: "invalid_price", value: "1e9" },
      { line: 4, kind: "invalid_weight", value: "NaN" },
      { line: 5, kind: "invalid_price", value: "-1.00" },
      { line: 6, kind: "unknown_country", value: "XX" },
      { line: 7, kind: "formula", value: "=1+1" },
      { line: 8, kind: "invalid_price", value: "1,00" },
      { line: 10, kind: "overlapping_band", value: "500" },
    ]);
    expect(await versions()).toEqual(before);
  });

  test("with a service that somebody changes meanwhile imports nothing of the others", async () => {
    const before = await versions();
    const changed = acceptedServices.find((service) => service.code === "sg-post-surface");
    if (changed === undefined) throw new Error("It is not seeded.");
    const { id: _id, code, version: _version, ...details } = changed;
    const imported = await atomically(app.database.kysely, async (db) => {
      const version = (await readHighestVersion(db, code)) + 1;
      const origin = { createdBy: manager.userId, createdAt: app.clock.now() };
      await insertVersion(db, { code, version }, { ...details, validFrom: "2031-06-01" }, origin);
      const importing = importLines(["hk-post-air,US,500,1.00,,", "sg-post-surface,US,500,1.00,,"]);
      const isWaiting = async () => {
        const { rows } = await app.database.pool.query<{ waiting: number }>(
          "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows[0]?.waiting;
      };
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1);
      return { importing };
    });
    await expectApiError(imported.importing, "conflict");
    expect(await versions()).toEqual(before);
  });
});

describe("a file that leaves out countries", () => {
  const code = "sg-post-air";
  const others = ["CA", "GB", "DE", "MY", "HK"];
  const send = async (
    validFrom: string,
    changes: Partial<Pick<RatesFile, "mode" | "replaces" | "leavingOut" | "source">>,
  ) =>
    await manager.api.rates.importRates({
      file: ratesFile([header, `${code},US,500,21.00,,`, `${code},US,1000,34.00,500,12.00`]),
      validFrom,
      source: "Price list",
      mode: "import",
      ...changes,
    });
  const newest = async () => {
    const { items } = await manager.api.shippingServices.listServiceVersions({ code });
    const serviceId = items[0]?.id ?? "";
    return await manager.api.shippingServices.readServiceVersion({ serviceId });
  };

  test("names them, and is imported only where that is accepted", async () => {
    const before = await newest();
    const preview = await send("2031-06-01", { mode: "preview", leavingOut: "accepted" });
    expect(preview.countriesLeftOut.map(({ service }) => service)).toEqual([code]);
    expect(preview.countriesLeftOut[0]?.countries).toEqual(expect.arrayContaining(others));
    expect(preview.countriesLeftOut[0]?.countries).not.toContain("US");
    const refused = await send("2031-06-01", {});
    expect(refused).toEqual(preview);
    expect((await newest()).version).toBe(before.version);
    const accepted = await send("2031-06-01", { leavingOut: "accepted" });
    expect(accepted).toEqual({ ...preview, isImported: true });
    expect((await newest()).details.rates).toHaveLength(1);
  });

  test("keeps their rates where it changes only its own, and needs no source", async () => {
    // Of the day before, on which the file above does not count yet.
    const day = "2031-05-31";
    const { services } = await readServices(app.services);
    const rates = services.find((service) => service.code === code)?.rates ?? [];
    const result = await send(day, { replaces: "countries", source: " " });
    expect(result).toMatchObject({ isImported: true, countriesLeftOut: [] });
    const places = new Set(result.changes.flatMap(({ countries }) => countries));
    expect([...places]).toEqual(["US"]);
    const { details } = await newest();
    expect(details.source).toBe("");
    expect(details.rates).toEqual([
      ...rates.map((table) => ({
        ...table,
        countries: table.countries.filter((country) => country !== "US"),
      })),
      {
        countries: ["US"],
        bands: [
          { upToGrams: 500, priceCents: 2100 },
          { upToGrams: 1000, priceCents: 3400 },
        ],
        step: { grams: 500, priceCents: 1200 },
      },
    ]);
  });
});

/** Rows of 50 countries each, so that many of them are a large file. */
function largeLines(count: number): string[] {
  const lists = [
    "US CA GB DE FR IT ES PT NL BE LU CH AT DK SE NO FI IS IE PL CZ SK HU RO BG GR",
    "JP KR TW TH VN PH ID MY SG AU NZ IN PK LK BD NP AE SA QA KW OM BH IL TR EG ZA",
  ];
  return Array.from({ length: count }, (_, index) => {
    const grams = Math.floor(index / 4) + 1;
    const service = index % 4 < 2 ? "hk-post-air" : "hk-post-surface";
    return `${service},${lists[index % 2]},${grams},${(1 + grams / 100).toFixed(2)},500,5.00`;
  });
}

describe("a large file of rates", () => {
  test.runIf(isLongRun)(
    "B15: is imported whole, while others are answered between its parts",
    async () => {
      const lines = largeLines(rateFileLimits.rows);
      const filler = ratesFile([header, ...lines]);
      expect(filler.size).toBeGreaterThan(9_000_000);
      let [isDone, turns] = [false, 0];
      const counting = (async () => {
        while (!isDone) {
          await turn();
          turns += 1;
        }
      })();
      const result = await importLines(lines);
      isDone = true;
      await counting;
      expect(result).toMatchObject({ isImported: true, errorCount: 0, warningCount: 0 });
      expect(turns).toBeGreaterThan(filler.size / 65_536);
      const { services } = await readServices(app.services);
      const bands = services
        .filter(({ code }) => code.startsWith("hk-post"))
        .flatMap(({ rates }) => rates.map((table) => table.bands.length));
      expect(bands).toEqual([25_000, 25_000, 25_000, 25_000]);
    },
  );

  test.runIf(isLongRun)(
    "with more rows than the limit imports nothing, and the row is named",
    async () => {
      const before = await versions();
      const result = await importLines(largeLines(rateFileLimits.rows + 1));
      expect(result).toMatchObject({
        isImported: false,
        errorCount: 1,
        errors: [{ line: rateFileLimits.rows + 2, kind: "too_many_rows", value: "" }],
      });
      expect(await versions()).toEqual(before);
    },
  );

  test("above 20 MB is refused with the limit and what to do, and imports nothing", async () => {
    const before = await versions();
    const bytes = new Uint8Array(rateFileLimits.bytes + 1).fill(0x0a);
    const body = new FormData();
    body.set("file", new File([header, bytes], "rates.csv"));
    const fields = { validFrom: today, source: "A", mode: "import" };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const response = await manager.client.fetch("/api/admin/rates/import", {
      method: "POST",
      body,
    });
    expect([response.status, await response.text()]).toEqual([
      413,
      expect.stringContaining("20 MB and 100,000 rows"),
    ]);
    expect(await versions()).toEqual(before);
  });

  test.each(["/api/admin/rates/import", "/api/rpc/rates/importRates"])(
    "is not received by %s beyond its limit, though its size was not announced",
    async (path) => {
      const init = {
        method: "POST",
        body: new Blob([new Uint8Array(22 * 1_048_576)]).stream(),
        headers: { "content-type": "multipart/form-data; boundary=pier" },
        duplex: "half",
      } as RequestInit;
      const response = await manager.client.fetch(path, init);
      expect([response.status, await response.text()]).toEqual([
        413,
        expect.stringContaining("each service is in one file"),
      ]);
    },
  );

  test.each(["/api/admin/rates/import", "/api/rpc/rates/importRates"])(
    "is not received by %s from somebody who may not import it",
    async (path) => {
      const customer = await aCustomer(app);
      // It has no end, so that it is answered only where nobody reads it.
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      });
      const headers = { "content-type": "multipart/form-data; boundary=pier" };
      const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
      const response = await customer.client.fetch(path, init);
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining("forbidden"),
      ]);
    },
  );
});
