import type { MeasuredParcel } from "#goods/contract/parcel-measurements.ts";
import { Weight } from "#ui/web/figures.tsx";
import { conditionLabel } from "./measurement-labels.ts";
import measuredClasses from "./parcel-measured.module.css";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";

/** Weight, size and condition of a received parcel in one line. */
export function ParcelMeasured(props: { measured: MeasuredParcel }) {
  const { weightGrams, sidesMm, condition } = props.measured;
  return (
    <span className={measuredClasses["measured"]}>
      <Weight weightGrams={weightGrams} />
      {sidesMm === null ? null : <span className="figures">{sidesText(sidesMm)}</span>}
      <span data-condition={condition}>{conditionLabel(condition)}</span>
    </span>
  );
}
