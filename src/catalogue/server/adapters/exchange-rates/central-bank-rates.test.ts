import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createExchangeRateSandbox } from "#sandbox/exchange-rates/exchange-rates.ts";
import { createCentralBankRates } from "./central-bank-rates.ts";

/** The file of 20 November 2026 as the European Central Bank writes it, with invented rates. */
const published = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.1520'/>
			<Cube currency='JPY' rate='178.29'/>
			<Cube currency='CZK' rate='24.217'/>
			<Cube currency='DKK' rate='7.4687'/>
			<Cube currency='GBP' rate='0.88105'/>
			<Cube currency='HUF' rate='382.45'/>
			<Cube currency='CHF' rate='0.9291'/>
			<Cube currency='AUD' rate='1.7856'/>
			<Cube currency='CAD' rate='1.6240'/>
			<Cube currency='CNY' rate='8.1934'/>
			<Cube currency='HKD' rate='8.9677'/>
			<Cube currency='IDR' rate='19251.85'/>
			<Cube currency='SGD' rate='1.5074'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;

/** Of a server that answers with `body`. */
function ratesOf(body: string | Uint8Array<ArrayBuffer>, status = 200) {
  return createCentralBankRates({
    url: "https://bank.example/daily.xml",
    source: "bank.example",
    fetch: async () => new Response(body, { status }),
  });
}

test("the rates of the file are read as they are written", async () => {
  const rates = ratesOf(published);
  expect(rates.source).toBe("bank.example");
  expect(await rates.readDay()).toEqual({
    day: "2026-11-20",
    rates: {
      USD: "1.1520",
      JPY: "178.29",
      CZK: "24.217",
      DKK: "7.4687",
      HUF: "382.45",
      CHF: "0.9291",
      IDR: "19251.85",
      GBP: "0.88105",
      AUD: "1.7856",
      CAD: "1.6240",
      CNY: "8.1934",
      HKD: "8.9677",
      SGD: "1.5074",
    },
  });
});

test("a byte order mark, double quotes and other white space change nothing", async () => {
  const other = `\uFEFF${published.replaceAll("'", '"').replaceAll(/[\t\n]+/g, "\r\n  ")}`;
  expect(await ratesOf(other).readDay()).toEqual(await ratesOf(published).readDay());
});

const usd = "<Cube currency='USD' rate='1.1520'/>";

describe("A file is refused whole", () => {
  test.each<[string, string]>([
    ["that is empty", ""],
    ["that is no XML", "Service temporarily unavailable"],
    ["that is another page", "<html><body><p>Not found</p></body></html>"],
    ["that ends early", published.slice(0, published.indexOf("<Cube currency='IDR'"))],
    ["whose elements are not closed", published.replace("</gesmes:Envelope>", "")],
    ["without days", published.replace(/<Cube time[^]*?<\/Cube>/, "")],
    ["with two days", published.replace(/(<Cube time[^]*?<\/Cube>)/, "$1$1")],
    ["without a date", published.replace(" time='2026-11-20'", "")],
    ["of a day that does not exist", published.replace("2026-11-20", "2026-02-30")],
    ["of a date in another form", published.replace("2026-11-20", "20.11.2026")],
    ["without a currency that is needed", published.replace(usd, "")],
    ["with a currency twice", published.replace(usd, usd + usd)],
    ...["0", "0.0000", "-1.152", "1,152", "1e3", "NaN", "N/A", "", "1.123456789", "1234567"].map(
      (rate): [string, string] => [
        `with the rate '${rate}'`,
        published.replace("rate='1.1520'", `rate='${rate}'`),
      ],
    ),
    ["with a wrong rate that is not needed", published.replace("178.29", "-")],
    ["without a rate", published.replace(" rate='1.1520'", "")],
    ["with an entity", published.replace("'1.1520'", "'&usd;'")],
  ])("%s", async (_, file) => {
    await expect(ratesOf(file).readDay()).rejects.toThrow(/./);
  });

  test("that is not UTF-8", async () => {
    const bytes = new TextEncoder().encode(published);
    bytes[bytes.length - 30] = 0xff;
    await expect(ratesOf(bytes).readDay()).rejects.toThrow(TypeError);
  });

  test.each([204, 304, 404, 500, 503])("with the status %i", async (status) => {
    const body = [204, 304].includes(status) ? null : published;
    const rates = createCentralBankRates({
      url: "https://bank.example/daily.xml",
      source: "bank.example",
      fetch: async () => new Response(body, { status }),
    });
    await expect(rates.readDay()).rejects.toThrow(`answered ${status}`);
  });
});

describe("Over the network", () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  /** A server whose responses `answer` writes, and the rates read from it. */
  async function served(
    answer: Parameters<typeof createServer>[1],
    options: { timeoutMilliseconds?: number } = {},
  ) {
    const server = createServer({}, answer);
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/daily.xml`;
    return createCentralBankRates({ url, source: "bank.example", ...options });
  }

  test("the file is read", async () => {
    const rates = await served((_, response) => response.end(published));
    expect(await rates.readDay()).toMatchObject({ day: "2026-11-20" });
  });

  test("no more than 100,000 bytes are read", async () => {
    let sentBytes = 0;
    const rates = await served((_, response) => {
      const send = () => {
        while (!response.destroyed && response.write(" ".repeat(10_000))) sentBytes += 10_000;
      };
      response.on("drain", send);
      send();
    });
    await expect(rates.readDay()).rejects.toThrow("more than 100000 bytes");
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  test("a server that answers nothing, or never ends, is given up", async () => {
    const soon = { timeoutMilliseconds: 500 };
    const silent = await served(() => undefined, soon);
    await expect(silent.readDay()).rejects.toThrow("timeout");
    const endless = await served((_, response) => void response.write(published), soon);
    await expect(endless.readDay()).rejects.toThrow("timeout");
  });

  test("redirects are not followed", async () => {
    const rates = await served(({ url }, response) =>
      url === "/daily.xml"
        ? response.writeHead(302, { location: "/other.xml" }).end()
        : response.end(published),
    );
    await expect(rates.readDay()).rejects.toThrow("fetch failed");
  });
});

describe("The sandbox", () => {
  const sandboxRates = (now: string, day?: string) => {
    const sandbox = createExchangeRateSandbox({ now: () => new Date(now) });
    return createCentralBankRates({
      url: `http://localhost/sandbox/exchange-rates${day === undefined ? "" : `?day=${day}`}`,
      source: "sandbox",
      fetch: (request) => sandbox.fetch(request),
    });
  };

  test.each([
    ["2026-11-20T14:59:59Z", "2026-11-19"],
    ["2026-11-20T15:00:00Z", "2026-11-20"],
    // A Saturday, a Sunday and the Monday after, until its rates are published.
    ["2026-11-21T20:00:00Z", "2026-11-20"],
    ["2026-11-22T20:00:00Z", "2026-11-20"],
    ["2026-11-23T14:00:00Z", "2026-11-20"],
    ["2026-11-23T15:00:00Z", "2026-11-23"],
  ])("has at %s the rates of %s", async (now, day) => {
    expect(await sandboxRates(now).readDay()).toMatchObject({ day });
  });

  test("has the same rates of a day whenever they are read, and others of another day", async () => {
    const first = await sandboxRates("2026-11-20T15:00:00Z").readDay();
    expect(await sandboxRates("2027-01-01T00:00:00Z", "2026-11-20").readDay()).toEqual(first);
    const other = await sandboxRates("2027-01-01T00:00:00Z", "2026-11-19").readDay();
    expect(other.rates).not.toEqual(first.rates);
  });
});
