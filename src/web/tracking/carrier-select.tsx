import { Button, Stack, Text } from "@mantine/core";
import { carriers, type CarrierId } from "#core/carrier.ts";
import type { TrackingCandidate } from "#core/tracking-number.ts";
import { issuerName } from "#web/i18n/place-labels.ts";
import { carrierName, recognitionReasonText } from "#web/i18n/labels.ts";
import { readerLocale } from "#web/ui/figures.tsx";
import type { SelectField } from "#web/ui/app-form.ts";
import { Select } from "#web/ui/select.tsx";
import classes from "./carrier-select.module.css";
import { t } from "./messages.ts";

const options = () => carriers.map(({ id }) => ({ value: id, label: carrierName(id) }));

type Guess = TrackingCandidate & { readonly carrierId: CarrierId };

function isGuess(candidate: TrackingCandidate): candidate is Guess {
  return candidate.carrierId !== null;
}

/** Why the carrier is preselected, or which other carrier issued the number. */
function explanation(candidates: readonly TrackingCandidate[], isPicked: boolean): string | null {
  const match = candidates.find(({ strength }) => strength === "strong");
  if (match === undefined) return null;
  if (match.carrierId === null) {
    return t("tracking.issuedElsewhere", { issuer: issuerName(match.issuer) });
  }
  if (isPicked) return null;
  const reason = recognitionReasonText(match.reason).toLocaleLowerCase(readerLocale());
  return t("tracking.recognized", { reason });
}

/** Carriers that the number may belong to, most likely first. */
function Guesses(props: { guesses: readonly Guess[]; onPick: (id: CarrierId) => void }) {
  if (props.guesses.length === 0) return null;
  return (
    <section aria-label={t("tracking.likelyCarriers")}>
      <Text size="sm" c="dimmed" mb={6}>
        {t("tracking.mayBelongTo")}
      </Text>
      <ol className={classes["guesses"]}>
        {props.guesses.map(({ carrierId, issuer, reason }) => (
          <li key={carrierId}>
            <Button size="compact-sm" variant="light" onClick={() => props.onPick(carrierId)}>
              {issuerName(issuer)}
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
  carrierId: CarrierId | null;
  candidates: readonly TrackingCandidate[];
  isPicked: boolean;
}) {
  const guesses = props.candidates.filter(isGuess);
  return (
    <Stack gap="xs">
      <Select
        {...props.field}
        label={t("common.carrier")}
        placeholder={t("common.chooseCarrier")}
        data={options()}
        allowDeselect={false}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={explanation(props.candidates, props.isPicked)}
        error={props.carrierId === null ? props.field.error : null}
        value={props.carrierId}
      />
      {props.carrierId === null ? (
        <Guesses guesses={guesses} onPick={props.field.onChange} />
      ) : null}
    </Stack>
  );
}
