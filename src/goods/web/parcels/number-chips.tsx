import { CloseButton } from "@mantine/core";
import { Code } from "#ui/web/figures.tsx";
import { useCarrierNames } from "./carrier-names.ts";
import type { ChosenNumber } from "./chosen-numbers.ts";
import { t } from "./declaring-messages.ts";
import classes from "./number-chips.module.css";

/** A native select, since there can be fifty of them. */
function CarrierChoice(props: {
  number: ChosenNumber;
  isLocked: boolean;
  onChoose: (number: ChosenNumber, code: string) => void;
}) {
  const { number } = props;
  const { options, nameOf } = useCarrierNames();
  const code = number.carrierCode ?? number.suggestedCarrierCode;
  const isListed = options.some(({ value }) => value === code);
  return (
    <select
      className={classes["carrier"]}
      aria-label={t("declaring.carrierOf", { trackingNumber: number.trackingNumber })}
      value={code ?? ""}
      disabled={props.isLocked}
      onChange={(event) => props.onChoose(number, event.currentTarget.value)}
    >
      {number.suggestedCarrierCode === null ? (
        <option value="">{t("declaring.unknownCarrier")}</option>
      ) : null}
      {code === null || isListed ? null : <option value={code}>{nameOf(code) ?? code}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/**
 * The chosen numbers, each with its carrier, which can be changed, and a button that takes it out.
 * @param props.noteOf what is to be said about a number: that it is known already, or why it is wrong.
 */
export function NumberChips(props: {
  numbers: readonly ChosenNumber[];
  noteOf: (number: ChosenNumber) => string | null;
  /** false where a carrier cannot be sent. */
  hasCarriers?: boolean;
  isLocked?: boolean;
  onChange: (numbers: readonly ChosenNumber[]) => void;
}) {
  const { numbers, hasCarriers = true, isLocked = false, onChange } = props;
  if (numbers.length === 0) return null;
  const choose = (chosen: ChosenNumber, code: string) => {
    const carrierCode = code === "" || code === chosen.suggestedCarrierCode ? null : code;
    onChange(numbers.map((number) => (number === chosen ? { ...number, carrierCode } : number)));
  };
  return (
    <ul className={classes["chips"]} aria-label={t("declaring.numbers")}>
      {numbers.map((number) => {
        const { trackingNumber } = number;
        const note = props.noteOf(number);
        return (
          <li key={trackingNumber} className={classes["chip"]} data-noted={note !== null}>
            <span className={classes["number"]}>
              <Code>{trackingNumber}</Code>
              {note === null ? null : <span className={classes["note"]}>{note}</span>}
            </span>
            {hasCarriers && number.inboundParcelId === null ? (
              <CarrierChoice number={number} isLocked={isLocked} onChoose={choose} />
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
