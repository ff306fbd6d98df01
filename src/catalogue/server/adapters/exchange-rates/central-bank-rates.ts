import { XMLParser } from "fast-xml-parser";
import * as z from "zod";
import { isRate, quotedCurrencies, type EuroRates } from "#catalogue/rules/exchange-rate.ts";

/** For the whole file, which has two kilobytes. */
const defaultTimeoutMilliseconds = 10_000;
const maxFileBytes = 100_000;

const listElement = "Cube";
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  // Rates stay the text that was published.
  parseAttributeValue: false,
  processEntities: false,
  removeNSPrefix: true,
  isArray: (name) => name === listElement,
});

const quote = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: z.string().refine(isRate, "This is not a rate."),
});
const day = z.object({ time: z.iso.date(), [listElement]: z.array(quote) });
const days = z.object({ [listElement]: z.tuple([day]) });
const file = z.object({ Envelope: z.object({ [listElement]: z.tuple([days]) }) });

/** Reads the central bank's daily file. Throws where it is not whole and correct. */
function parseDay(xml: string): DayRates {
  const content = file.safeParse(parser.parse(xml, true));
  if (!content.success) {
    throw new Error(`The file of exchange rates is not valid: ${z.prettifyError(content.error)}`);
  }
  const [list] = content.data.Envelope[listElement];
  const [published] = list[listElement];
  const entries = published[listElement];
  const byCurrency = Map.groupBy(entries, ({ currency }) => currency);
  for (const currency of new Set([...quotedCurrencies, ...byCurrency.keys()])) {
    const count = byCurrency.get(currency)?.length ?? 0;
    if (count !== 1) {
      throw new Error(`The file of exchange rates has ${count} rates of ${currency}.`);
    }
  }
  const rates = entries.map(({ currency, rate }) => [currency, rate]);
  return { day: published.time, rates: Object.fromEntries(rates) as PublishedRates };
}

async function readText(response: Response): Promise<string> {
  if (response.status !== 200 || response.body === null) {
    throw new Error(`The server of exchange rates answered ${response.status}.`);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let readBytes = 0;
  for await (const chunk of response.body) {
    readBytes += chunk.byteLength;
    if (readBytes > maxFileBytes) {
      throw new Error(`The file of exchange rates has more than ${maxFileBytes} bytes.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The euro's reference rates in the format of the European Central Bank's daily file at `url`. */
export function createCentralBankRates(options: {
  readonly url: string;
  readonly source: string;
  /** Sends requests in place of the network, for the sandbox. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly timeoutMilliseconds?: number;
}): ExchangeRates {
  const { url, source, timeoutMilliseconds = defaultTimeoutMilliseconds } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  return {
    source,
    async readDay() {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      const request = new Request(url, {
        headers: { accept: "application/xml" },
        redirect: "error",
        signal,
      });
      return parseDay(await readText(await send(request)));
    },
  };
}

/** The rates that are quoted with, and those of all other currencies that were published. */
export type PublishedRates = EuroRates & Readonly<Record<string, string>>;

export type DayRates = {
  /** The day on which they were published, `YYYY-MM-DD`. */
  readonly day: string;
  readonly rates: PublishedRates;
};

export type ExchangeRates = {
  /** Where the rates come from; stored beside them, and only those of the source in use are shown. */
  readonly source: string;
  /** The rates published last. Throws where they cannot be read whole. */
  readDay(): Promise<DayRates>;
};

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly exchangeRates: ExchangeRates;
  }
}
