import { Text } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { moneyText, momentText, weightText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";
import classes from "./price-breakdown.module.css";
import {
  exchangeText,
  lineLabel,
  lineWorking,
  originalText,
  type Quote,
} from "./quote-line-words.ts";

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
    <details className={classes["breakdown"]}>
      <summary className={classes["summary"]}>{t("ship-requests.working.title")}</summary>
      <Text size="sm" my="xs">
        {weightSentence(quote)}
      </Text>
      <table className={classes["lines"]}>
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
    </details>
  );
}
