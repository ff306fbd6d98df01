import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { Text } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { moneyText, momentText, weightText, dayText, readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { Folded } from "./folded.tsx";
import classes from "./ship-requests.module.css";
import * as z from "zod/mini";
import { decimalText } from "#platform/rules/money.ts";
import { feeSubjects } from "#shipping/rules/ship-quote.ts";

/** Which weight is charged, and why. */
function weightSentence({ weightGrams, chargeableGrams, volumetricGrams }: Quote): string {
  const isVolume = volumetricGrams !== null && volumetricGrams > weightGrams;
  return t(isVolume ? "ship-requests.working.volumetric" : "ship-requests.working.actual", {
    actual: weightText(weightGrams),
    volumetric: weightText(volumetricGrams),
    chargeable: weightText(chargeableGrams),
  });
}

/** The working of a price line by line, with the rates and exchange rates that it used. */
export function PriceBreakdown(props: { quote: Quote; request: ShipRequest }) {
  const { quote, request } = props;
  const exchange = exchangeText(quote);
  return (
    <Folded summary={t("ship-requests.working.title")}>
      <Text size="sm" my="xs">
        {weightSentence(quote)}
      </Text>
      <table className={classes["priceLines"]}>
        <caption className="visually-hidden">{t("ship-requests.working.title")}</caption>
        <tbody>
          {quote.lines.map((line, index) => {
            const original = originalText(line);
            return (
              // Lines have no id, and two may be the same.
              <tr key={`${index} ${line.kind}`}>
                <th scope="row">
                  <span>{lineLabel(line, request)}</span>
                  {lineWorking(line, request).map((text) => (
                    <span key={text} className={classes["working"]}>
                      {text}
                    </span>
                  ))}
                </th>
                <td>
                  <span>{moneyText(line.amountCents)}</span>
                  {original === null ? null : (
                    <span className={classes["working"]}>{original}</span>
                  )}
                </td>
              </tr>
            );
          })}
          <tr className={classes["total"]}>
            <th scope="row">{t("ship-requests.working.total")}</th>
            <td>{moneyText(quote.totalCents)}</td>
          </tr>
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt="xs">
        {t("ship-requests.working.rates", {
          service: quote.service.name,
          day: momentText(`${quote.rateValidFrom}T12:00:00.000Z`),
          number: quote.number,
        })}
      </Text>
      {exchange === null ? null : (
        <Text size="xs" c="dimmed">
          {exchange}
        </Text>
      )}
    </Folded>
  );
}

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
function lineLabel(line: Line, request: ShipRequest): string {
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
function lineWorking(line: Line, request: ShipRequest): readonly string[] {
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
          parcel: parcel === undefined ? "" : parcelName(parcel),
          days,
          price: money(dayCents),
          cap: money(capCents),
        });
      });
  }
}

/** The amount in the currency of the rates, where that is another than US dollars. */
function originalText({ currency, originalCents }: Line): string | null {
  return currency === "USD" ? null : amountText(originalCents, currency);
}

/** An exchange rate without the zeros that the database adds, but with two decimals at least. */
function rateText(rate: string): string {
  return rate.replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** The rates of a quote that were used, such as "1 EUR = 1.0821 USD". */
function exchangeText({ exchange, lines }: Quote): string | null {
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
