// What carriers do not take of a recipient, in words, and whether what is typed mends it.
import type { EstimatedServiceFacts } from "#shipping/contract/shipping-estimates.ts";
import { unprintableCharacter } from "#platform/rules/latin-script.ts";
import type { RecipientField } from "#catalogue/rules/recipient.ts";
import { recipientFieldLabel } from "#catalogue/web/i18n/labels.ts";
import { t } from "./messages.ts";

/** Why a field of a recipient is not taken. */
export type AddressFault = EstimatedServiceFacts["addressFaults"][number];

function faultText({ kind, maximum = 0, character = "" }: AddressFault): string {
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

function isMended({ kind, maximum }: AddressFault, text: string): boolean {
  if (kind === "missing") return text.trim() !== "";
  if (kind === "too_long") return maximum === undefined || text.trim().length <= maximum;
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
