/** The choice of a carrier, with what the number tells about it. */
import { Button, Stack, Text } from "@mantine/core";
import type { Ref } from "react";
import { carriers, type CarrierId } from "#core/carrier.ts";
import { recognitionReasons, type TrackingCandidate } from "#core/tracking-number.ts";
import { Select } from "#web/ui/select.tsx";
import classes from "./carrier-select.module.css";

const options = carriers.map(({ id, name }) => ({ value: id, label: name }));

type Guess = TrackingCandidate & { readonly carrierId: CarrierId };

function isGuess(candidate: TrackingCandidate): candidate is Guess {
  return candidate.carrierId !== null;
}

/** Why the chosen carrier stands there, or who else issued the number. */
function explanation(candidates: readonly TrackingCandidate[], isPicked: boolean): string | null {
  const sure = candidates.find(({ strength }) => strength === "strong");
  if (sure === undefined) return null;
  if (sure.carrierId === null) {
    return `This number was issued by ${sure.issuer}, which has no tracking page here.`;
  }
  return isPicked
    ? null
    : `Recognised from the number: ${recognitionReasons[sure.reason].toLowerCase()}.`;
}

/** Carriers the number may belong to, none of them for sure, the likeliest first; a press chooses one. */
function Guesses(props: { guesses: readonly Guess[]; onPick: (id: CarrierId) => void }) {
  if (props.guesses.length === 0) return null;
  return (
    <section aria-label="Likely carriers">
      <Text size="sm" c="dimmed" mb={6}>
        This may be a number of
      </Text>
      <ol className={classes["guesses"]}>
        {props.guesses.map(({ carrierId, issuer, reason }) => (
          <li key={carrierId}>
            <Button size="compact-sm" variant="light" onClick={() => props.onPick(carrierId)}>
              {issuer}
            </Button>
            <Text span size="sm" c="dimmed">
              {recognitionReasons[reason]}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** @param isPicked whether a person chose the carrier, rather than the number. */
export function CarrierSelect({
  ref,
  ...props
}: {
  carrierId: CarrierId | null;
  candidates: readonly TrackingCandidate[];
  isPicked: boolean;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
  onPick: (id: CarrierId) => void;
}) {
  const guesses = props.candidates.filter(isGuess);
  return (
    <Stack gap="xs">
      <Select
        label="Carrier"
        name="carrier"
        placeholder="Choose a carrier"
        data={options}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={explanation(props.candidates, props.isPicked)}
        error={props.error}
        ref={ref}
        value={props.carrierId}
        onChange={(value) => {
          const carrier = carriers.find(({ id }) => id === value);
          if (carrier) props.onPick(carrier.id);
        }}
      />
      {props.carrierId === null ? <Guesses guesses={guesses} onPick={props.onPick} /> : null}
    </Stack>
  );
}
