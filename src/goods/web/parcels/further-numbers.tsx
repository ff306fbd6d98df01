import { Stack } from "@mantine/core";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import type { Field } from "#ui/web/app-form.ts";
import {
  isSameNumber,
  readChosenNumbers,
  writeChosenNumbers,
  type ChosenNumber,
} from "./chosen-numbers.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { NumberChips, PasteField, usePastedNumbers } from "./paste-numbers.tsx";

const maximum = declarationLimits.numbersPerRequest - 1;

/**
 * Numbers of further parcels that a new package gathers.
 * @param props.trackingNumber that of the package itself, which is its first parcel already.
 */
export function FurtherNumbers(props: {
  pasted: Field;
  chosen: Field;
  trackingNumber: string;
  isLocked: boolean;
}) {
  const { chosen, trackingNumber } = props;
  const numbers = readChosenNumbers(chosen.value);
  const write = (next: readonly ChosenNumber[]) => chosen.onChange(writeChosenNumbers(next));
  const pasted = usePastedNumbers({
    numbers,
    maximum,
    leftOutText: "declaring.leftOutOfPackage",
    onNumbers: write,
    onText: props.pasted.onChange,
  });
  const noteOf = (number: ChosenNumber) => {
    if (isSameNumber(number.trackingNumber, trackingNumber)) return t("declaring.isMainNumber");
    if (number.inboundParcelId === null) return null;
    if (number.packageTrackingNumber === null) return t("declaring.known.joins");
    return t("declaring.known.stays", { trackingNumber: number.packageTrackingNumber });
  };
  return (
    <Stack gap="sm">
      <PasteField
        field={props.pasted}
        label={t("declaring.further")}
        description={t("declaring.furtherHint", { maximum })}
        buttonLabel={t("declaring.addNumbers")}
        rows={1}
        pasted={pasted}
      />
      <NumberChips
        numbers={numbers}
        noteOf={noteOf}
        hasCarriers={false}
        isLocked={props.isLocked}
        onChange={write}
      />
    </Stack>
  );
}
