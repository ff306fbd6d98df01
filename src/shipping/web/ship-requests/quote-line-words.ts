// The lines of a quote in words: what each is for, and how its amount follows from its figures.
import * as z from "zod/mini";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { decimalText } from "#platform/rules/money.ts";
import { feeSubjects } from "#shipping/rules/ship-quote.ts";
import { dayText, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

/** A quote of a packed box. */
export type Quote = ShipRequest["quotes"][number];
type Line = Quote["lines"][number];

const figure = z.number();
const working = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("band"),
    chargeableGrams: figure,
    bandUpToGrams: figure,
    bandCents: figure,
    steps: figure,
    stepGrams: figure,
    stepCents: figure,
  }),
  z.object({ kind: z.literal("percent"), baseCents: figure, hundredths: figure }),
  z.object({ kind: z.literal("kilograms"), kilograms: figure, kilogramCents: figure }),
  z.object({ kind: z.literal("fixed"), fixedCents: figure }),
  z.object({ kind: z.literal("units"), units: figure, unitCents: figure }),
  z.object({
    kind: z.literal("storage"),
    parcels: z.array(
      z.object({
        inboundParcelId: z.string(),
        days: figure,
        dayCents: figure,
        capCents: figure,
      }),
    ),
  }),
]);

/** An amount in the currency of a service's rates. */
function amountText(cents: number, currency: Line["currency"]): string {
  if (currency === "USD") return moneyText(cents);
  const format = new Intl.NumberFormat(readerLocale(), { style: "currency", currency });
  return format.format(decimalText(cents));
}

/** What a line is for: the parcels and extra services are named as in the request. */
export function lineLabel(line: Line, request: ShipRequest): string {
  const { kind, legNumber, subject } = line;
  if (kind === "storage_fee") return t("ship-requests.line.storage_fee");
  if (kind !== "service_fee") {
    const label = t(`ship-requests.line.${kind}`);
    const hasLegs = request.quotes.some(({ lines }) =>
      lines.some((one) => (one.legNumber ?? 1) > 1),
    );
    return hasLegs && legNumber !== null
      ? t("ship-requests.line.ofLeg", { label, number: legNumber })
      : label;
  }
  const [what, name = ""] = (subject ?? "").split(/:(.*)/s);
  if (what === feeSubjects.box) return t("ship-requests.line.box", { box: name });
  if (what === feeSubjects.overWeight) return t("ship-requests.line.over_weight");
  const extra = request.extraServices.find(({ code }) => code === name);
  return extra?.name ?? t("ship-requests.line.service_fee");
}

function percentText(hundredths: number): string {
  return new Intl.NumberFormat(readerLocale(), {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(hundredths / 10_000);
}

/** How a line's amount in its currency follows from its figures; one text for each parcel that is stored. */
export function lineWorking(line: Line, request: ShipRequest): readonly string[] {
  const read = z.safeParse(working, line.working);
  if (!read.success) return [];
  const { data } = read;
  const money = (cents: number) => amountText(cents, line.currency);
  switch (data.kind) {
    case "band": {
      const band = { weight: weightText(data.bandUpToGrams), price: money(data.bandCents) };
      const charged = t("ship-requests.working.chargeable", {
        weight: weightText(data.chargeableGrams),
      });
      const price =
        data.steps === 0
          ? t("ship-requests.working.band", band)
          : t("ship-requests.working.bandAndSteps", {
              ...band,
              steps: data.steps,
              step: weightText(data.stepGrams),
              stepPrice: money(data.stepCents),
            });
      return [charged, price];
    }
    case "percent":
      return [
        t("ship-requests.working.percent", {
          percent: percentText(data.hundredths),
          base: money(data.baseCents),
        }),
      ];
    case "kilograms":
      return [
        t("ship-requests.working.kilograms", {
          count: data.kilograms,
          price: money(data.kilogramCents),
        }),
      ];
    case "fixed":
      return [];
    case "units":
      return data.units === 1
        ? []
        : [t("ship-requests.working.units", { count: data.units, price: money(data.unitCents) })];
    case "storage":
      return data.parcels.map(({ inboundParcelId, days, dayCents, capCents }) => {
        const parcel = request.parcels.find((one) => one.inboundParcelId === inboundParcelId);
        const isCapped = days * dayCents > capCents;
        return t(isCapped ? "ship-requests.working.storageCap" : "ship-requests.working.storage", {
          parcel: parcel?.trackingNumber ?? parcel?.labelCode ?? "",
          days,
          price: money(dayCents),
          cap: money(capCents),
        });
      });
  }
}

/** The amount in the currency of the rates, where that is another than US dollars. */
export function originalText({ currency, originalCents }: Line): string | null {
  return currency === "USD" ? null : amountText(originalCents, currency);
}

/** An exchange rate without the zeros that the database adds, but with two decimals at least. */
function rateText(rate: string): string {
  return rate.replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** The rates of a quote that were used, such as "1 EUR = 1.0821 USD". */
export function exchangeText({ exchange, lines }: Quote): string | null {
  if (exchange === null) return null;
  const used = new Set<string>(["USD", ...lines.map(({ currency }) => currency)]);
  const rates = Object.entries(exchange.rates).filter(([currency]) => used.has(currency));
  const text = rates.map(([currency, rate]) => `1 EUR = ${rateText(rate)} ${currency}`).join(" · ");
  return t("ship-requests.working.exchange", {
    day: dayText(exchange.day),
    source: exchange.source,
    rates: text,
  });
}
