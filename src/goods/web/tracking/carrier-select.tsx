import { Button, Stack, Text } from "@mantine/core";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import type { TrackingCandidate } from "#catalogue/rules/tracking-number.ts";
import { carrierName, useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { recognitionReasonText, issuerName } from "#tracking/web/i18n/tracking-labels.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import type { SelectField } from "#ui/web/app-form.ts";
import { Select } from "#ui/web/select.tsx";
import classes from "./carrier-select.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

type Guess = { readonly carrier: Carrier; readonly reason: TrackingCandidate["reason"] };

/** Why the carrier is preselected, or which other carrier issued the number. */
function explanation(
  candidates: readonly TrackingCandidate[],
  carriers: readonly Carrier[],
  isPicked: boolean,
  nameOf: NameOf,
): string | null {
  const match = candidates.find(({ strength }) => strength === "strong");
  if (match === undefined) return null;
  if (carriers.every(({ code }) => code !== match.carrierCode)) {
    return t("tracking.issuedElsewhere", { issuer: issuerName(match.issuer, nameOf) });
  }
  if (isPicked) return null;
  const reason = recognitionReasonText(match.reason).toLocaleLowerCase(readerLocale());
  return t("tracking.recognized", { reason });
}

/** Carriers that the number may belong to, most likely first. */
function Guesses(props: { guesses: readonly Guess[]; onPick: (code: string) => void }) {
  if (props.guesses.length === 0) return null;
  return (
    <section aria-label={t("tracking.likelyCarriers")}>
      <Text size="sm" c="dimmed" mb={6}>
        {t("tracking.mayBelongTo")}
      </Text>
      <ol className={classes["guesses"]}>
        {props.guesses.map(({ carrier, reason }) => (
          <li key={carrier.code}>
            <Button size="compact-sm" variant="light" onClick={() => props.onPick(carrier.code)}>
              {carrierName(carrier)}
            </Button>
            <Text span size="sm" c="dimmed">
              {recognitionReasonText(reason)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** @param isPicked whether the user selected the carrier, instead of it being recognized from the number. */
export function CarrierSelect(props: {
  field: SelectField;
  /** Those of Track Shipment. */
  carriers: readonly Carrier[];
  carrierCode: string | null;
  candidates: readonly TrackingCandidate[];
  isPicked: boolean;
}) {
  const { nameOf } = useCarriers();
  const { carriers, candidates, isPicked } = props;
  const guesses = candidates.flatMap(({ carrierCode, reason }) =>
    carriers.filter(({ code }) => code === carrierCode).map((carrier) => ({ carrier, reason })),
  );
  return (
    <Stack gap="xs">
      <Select
        {...props.field}
        label={t("common.carrier")}
        placeholder={t("common.chooseCarrier")}
        data={carriers.map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }))}
        allowDeselect={false}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={explanation(candidates, carriers, isPicked, nameOf)}
        error={props.carrierCode === null ? props.field.error : null}
        value={props.carrierCode}
      />
      {props.carrierCode === null ? (
        <Guesses guesses={guesses} onPick={props.field.onChange} />
      ) : null}
    </Stack>
  );
}
