import { CloseButton } from "@mantine/core";
import { Code } from "#web/ui/figures.tsx";
import { useCarrierNames } from "./carrier-names.ts";
import type { ChosenNumber } from "./chosen-numbers.ts";
import { t } from "./declaring-messages.ts";
import classes from "./number-chips.module.css";

/**
 * The chosen numbers, each with its carrier, which can be changed, and a button that takes it out.
 * @param props.noteOf what is to be said about a number: that it is known already, or why it is wrong.
 */
export function NumberChips(props: {
  numbers: readonly ChosenNumber[];
  noteOf: (number: ChosenNumber) => string | null;
  isLocked?: boolean;
  onChange: (numbers: readonly ChosenNumber[]) => void;
}) {
  const { numbers, isLocked = false, onChange } = props;
  const carriers = useCarrierNames();
  if (numbers.length === 0) return null;
  const choose = (chosen: ChosenNumber, code: string) => {
    const carrierCode = code === "" || code === chosen.suggestedCarrierCode ? null : code;
    onChange(numbers.map((number) => (number === chosen ? { ...number, carrierCode } : number)));
  };
  return (
    <ul className={classes["chips"]} aria-label={t("declaring.numbers")}>
      {numbers.map((number) => {
        const { trackingNumber, suggestedCarrierCode } = number;
        const note = props.noteOf(number);
        return (
          <li key={trackingNumber} className={classes["chip"]} data-noted={note !== null}>
            <span className={classes["number"]}>
              <Code>{trackingNumber}</Code>
              {note === null ? null : <span className={classes["note"]}>{note}</span>}
            </span>
            {number.inboundParcelId === null ? (
              <select
                className={classes["carrier"]}
                aria-label={t("declaring.carrierOf", { trackingNumber })}
                value={number.carrierCode ?? suggestedCarrierCode ?? ""}
                disabled={isLocked}
                onChange={(event) => choose(number, event.currentTarget.value)}
              >
                {suggestedCarrierCode === null ? (
                  <option value="">{t("declaring.unknownCarrier")}</option>
                ) : null}
                {carriers.options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            ) : null}
            <CloseButton
              className={classes["remove"] ?? ""}
              aria-label={t("declaring.remove", { trackingNumber })}
              disabled={isLocked}
              onClick={() => onChange(numbers.filter((other) => other !== number))}
            />
          </li>
        );
      })}
    </ul>
  );
}
