// A server of exchange rates for development: invented rates in the format of the European Central Bank's daily file.

const unitsPerEuro = {
  USD: 1.1542,
  JPY: 178.31,
  GBP: 0.87845,
  CNY: 8.2031,
  HKD: 8.9847,
  SGD: 1.5029,
  AUD: 1.7803,
  CAD: 1.6228,
  CHF: 0.9312,
} as const;

const dayMilliseconds = 86_400_000;
/** About when the central bank publishes, in UTC. */
const publicationHour = 15;

/** The newest working day whose rates are published at `now`. */
function newestDay(now: Date): string {
  const moment = new Date(now.getTime() - publicationHour * 3_600_000);
  while (moment.getUTCDay() === 0 || moment.getUTCDay() === 6) {
    moment.setUTCDate(moment.getUTCDate() - 1);
  }
  return moment.toISOString().slice(0, 10);
}

/** Up to half a percent above or below the base, the same for every reading of a day. */
function rateOf(base: number, day: string, place: number): string {
  const wave = Math.sin(Date.parse(day) / dayMilliseconds + place);
  return (base * (1 + wave / 200)).toPrecision(5);
}

function fileOf(day: string): string {
  const rates = Object.entries(unitsPerEuro).map(
    ([currency, base], place) =>
      `\t\t\t<Cube currency='${currency}' rate='${rateOf(base, day, place)}'/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>Exchange rate sandbox</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${rates.join("\n")}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`;
}

export type ExchangeRateSandbox = {
  /** Answers with the file of the day in the query `day`, otherwise of the newest day. */
  fetch(request: Request): Promise<Response>;
};

export function createExchangeRateSandbox(options: { now: () => Date }): ExchangeRateSandbox {
  return {
    async fetch(request) {
      const day = new URL(request.url).searchParams.get("day") ?? newestDay(options.now());
      return new Response(fileOf(day), { headers: { "content-type": "text/xml" } });
    },
  };
}
