import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Recipient, RecipientField } from "#catalogue/rules/recipient.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { RecipientSummary } from "#goods/web/packages/recipient-summary.tsx";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import type { EstimatedServiceFacts } from "#shipping/contract/ship-quotes.ts";
import { unprintableCharacter } from "#platform/rules/latin-script.ts";
import { isPostalCode } from "#catalogue/rules/postal-code.ts";
import { postalCodeSentence, recipientFieldLabel } from "#catalogue/web/i18n/labels.ts";
import { RecipientForm } from "#goods/web/packages/recipient-form.tsx";

/** To whom a package goes, with a dialog that changes it and names at each field what a carrier does not take. */
export function EditableRecipient(props: {
  /** Where it can be changed; null: it cannot. */
  packageId: string | null;
  destination: string;
  recipient: Recipient;
  faults: readonly AddressFault[];
  /** What a change means. */
  warning?: string;
}) {
  const { packageId, destination, recipient, faults } = props;
  const [isEditing, setEditing] = useState(false);
  const close = () => setEditing(false);
  const title = t("package-details.editRecipient");
  return (
    <Stack gap="sm" align="flex-start">
      <RecipientSummary recipient={recipient} destination={destination} />
      {packageId === null ? null : (
        <>
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            {title}
          </Button>
          <Dialog isOpen={isEditing} onClose={close} title={title}>
            {props.warning === undefined ? null : (
              <Text size="sm" mb="md">
                {props.warning}
              </Text>
            )}
            <RecipientForm
              packageId={packageId}
              destination={destination}
              recipient={recipient}
              problemOf={(field, text) => fieldProblem(faults, field, text)}
              onClose={close}
            />
          </Dialog>
        </>
      )}
    </Stack>
  );
}

/** To whom a packed box goes, as its package says, and what its carriers do not take of that. */
export function BoxRecipient(props: {
  details: OwnPackageDetails;
  items: readonly EstimatedServiceFacts[];
}) {
  const { details, items } = props;
  const blocking = commonFaults(items);
  return (
    <Stack gap="md">
      {blocking.length === 0 ? null : (
        <FormAlert
          message={
            <span>
              {joinSentences([t("ship-requests.fault.blocking"), ...addressFaultTexts(blocking)])}
            </span>
          }
        />
      )}
      <EditableRecipient
        packageId={details.package.id}
        destination={details.package.destination}
        recipient={details.recipient}
        faults={allFaults(items)}
      />
    </Stack>
  );
}

/** Why a field of a recipient is not taken. */
type AddressFault = EstimatedServiceFacts["addressFaults"][number];

function faultText({ kind, maximum = 0, character = "", countryCode }: AddressFault): string {
  if (kind === "wrong_postal_code")
    return countryCode === undefined ? "" : postalCodeSentence(countryCode);
  return t(`ship-requests.fault.${kind}`, { maximum, character });
}

/** Each fault in a sentence that names its field. */
export function addressFaultTexts(faults: readonly AddressFault[]): readonly string[] {
  return faults.map((fault) =>
    t("ship-requests.fault.ofField", {
      field: recipientFieldLabel(fault.field),
      problem: faultText(fault),
    }),
  );
}

/** The faults that all of these services have: without mending them none takes the package. */
export function commonFaults(
  items: readonly { readonly addressFaults: readonly AddressFault[] }[],
): readonly AddressFault[] {
  const [first, ...others] = items;
  return (first?.addressFaults ?? []).filter(({ field, kind }) =>
    others.every(({ addressFaults }) =>
      addressFaults.some((fault) => fault.field === field && fault.kind === kind),
    ),
  );
}

/** Every field that some service does not take, with the strictest of its limits. */
export function allFaults(
  items: readonly { readonly addressFaults: readonly AddressFault[] }[],
): readonly AddressFault[] {
  const faults = new Map<string, AddressFault>();
  for (const fault of items.flatMap(({ addressFaults }) => addressFaults)) {
    const key = `${fault.field} ${fault.kind}`;
    const known = faults.get(key);
    if (known === undefined || (fault.maximum ?? 0) < (known.maximum ?? 0)) faults.set(key, fault);
  }
  return [...faults.values()];
}

function isMended({ kind, maximum, countryCode }: AddressFault, text: string): boolean {
  if (kind === "missing") return text.trim() !== "";
  if (kind === "too_long") return maximum === undefined || text.trim().length <= maximum;
  if (kind === "wrong_postal_code") return isPostalCode(countryCode ?? null, text);
  return unprintableCharacter(text) === null;
}

/** What is still wrong with the text of a field; null where it is mended. */
export function fieldProblem(
  faults: readonly AddressFault[],
  field: RecipientField,
  text: string,
): string | null {
  const fault = faults.find((one) => one.field === field && !isMended(one, text));
  return fault === undefined ? null : faultText(fault);
}
