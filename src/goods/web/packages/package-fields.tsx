import { SimpleGrid, TextInput } from "@mantine/core";
import { asksForLatinName } from "#platform/rules/latin-script.ts";
import { importerReferenceCharacters, type RecipientField } from "#catalogue/rules/recipient.ts";
import { recipientFieldLabel } from "#catalogue/web/i18n/labels.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Field } from "#ui/web/app-form.ts";
import { addressText, nameText, checkedText } from "#ui/web/field-rules.ts";
import * as z from "zod/mini";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import { apiErrorCode } from "#ui/web/api.tsx";

const fields: readonly {
  readonly name: RecipientField;
  readonly autoComplete: string;
  readonly maxLength: number;
}[] = [
  { name: "name", autoComplete: "shipping name", maxLength: 200 },
  { name: "latinName", autoComplete: "off", maxLength: 200 },
  { name: "phone", autoComplete: "shipping tel", maxLength: 40 },
  { name: "address", autoComplete: "shipping address-line1", maxLength: 300 },
  { name: "addressLine2", autoComplete: "shipping address-line2", maxLength: 300 },
  { name: "city", autoComplete: "shipping address-level2", maxLength: 120 },
  { name: "state", autoComplete: "shipping address-level1", maxLength: 120 },
  { name: "postalCode", autoComplete: "shipping postal-code", maxLength: 20 },
  // Last, since few countries ask for it.
  { name: "importerReference", autoComplete: "off", maxLength: importerReferenceCharacters },
];

function hintOf(name: RecipientField): string | undefined {
  if (name === "latinName") return t("common.latinNameHint");
  return name === "importerReference" ? t("labels.importerReferenceHint") : undefined;
}

/** The fields of a recipient; the name in Latin letters only while the name needs it. */
export function RecipientFields(props: {
  form: {
    readonly field: (name: RecipientField) => Field;
    readonly values: Readonly<Record<RecipientField, string>>;
  };
  problemOf?: ((field: RecipientField, text: string) => string | null) | undefined;
  /** Marked as required. */
  needed?: readonly RecipientField[];
  onLeave?: (field: RecipientField) => void;
}) {
  const { needed = [] } = props;
  const { field, values } = props.form;
  const isLatinNameShown = asksForLatinName(values.name, values.latinName);
  const shown = fields.filter(({ name }) => name !== "latinName" || isLatinNameShown);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {shown.map(({ name, ...input }) => {
        const { error, ...shownField } = field(name);
        return (
          <TextInput
            key={name}
            {...shownField}
            {...input}
            error={error ?? props.problemOf?.(name, values[name])}
            label={recipientFieldLabel(name)}
            withAsterisk={needed.includes(name)}
            onBlur={() => props.onLeave?.(name)}
            description={hintOf(name)}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** The fields of a recipient in a form, none of which is required. */
export const recipientSchema = {
  name: nameText,
  latinName: addressText,
  phone: addressText,
  address: addressText,
  addressLine2: addressText,
  city: addressText,
  state: addressText,
  postalCode: addressText,
  importerReference: addressText,
} satisfies Record<RecipientField, typeof addressText>;

/** The grams of typed kilograms; null for a text that is empty or no weight. */
export function weightGramsOf(text: string): number | null {
  const reading = parseWeightGrams(text);
  return reading.ok ? reading.weightGrams : null;
}

/** A weight in kilograms, in whole grams; null where it is left empty. */
export const weightField = z.pipe(
  checkedText((text) =>
    text === "" || weightGramsOf(text) !== null ? null : t("toasts.invalidWeight.description"),
  ),
  z.transform(weightGramsOf),
);

/**
 * The values from which an edit starts. After a conflict, saving again replaces what was stored in the meantime, of which
 * the message of the error tells the user.
 */
export function useEditStart<Values>(shown: Values) {
  const [stored] = useState(shown);
  const [expected, setExpected] = useState(shown);
  const acceptConflict = (error: unknown) => {
    if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return;
    const { current } = error.data as { readonly current: Values };
    setExpected(current);
  };
  return { stored, expected, acceptConflict };
}
