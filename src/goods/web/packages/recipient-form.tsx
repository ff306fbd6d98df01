import { Button, Group, Stack } from "@mantine/core";
import * as z from "zod/mini";
import {
  emptyRecipient,
  type Recipient,
  type RecipientField,
  missingRecipientFields,
  recipientFieldsOf,
} from "#catalogue/rules/recipient.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import { postalCodeProblem } from "#catalogue/web/i18n/labels.ts";
import { useRefetched } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Form, FormAlert } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { recipientSchema, RecipientFields, useEditStart } from "./package-fields.tsx";
import { useState } from "react";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import { changeObstacle, isEnded } from "#goods/rules/package-stage.ts";
import { RecipientSummary } from "./recipient-summary.tsx";

/** Nothing is saved without what a carrier needs. */
function schemaFor(destination: string) {
  return z.object(recipientSchema).check(({ value, issues }) => {
    for (const field of missingRecipientFields(recipientFieldsOf(value), destination)) {
      const message = t("package-details.fieldMissing");
      issues.push({ code: "custom", path: [field], message, input: value });
    }
    const wrong = postalCodeProblem(countryByName(destination)?.code ?? null, value.postalCode);
    if (wrong !== null)
      issues.push({ code: "custom", path: ["postalCode"], message: wrong, input: value });
  });
}

/** Changes to whom an own package goes. */
export function RecipientForm(props: {
  packageId: string;
  destination: string;
  recipient: Recipient;
  /** What a carrier does not take of the text in a field; null: nothing. */
  problemOf?: (field: RecipientField, text: string) => string | null;
  onClose: () => void;
}) {
  const { packageId, onClose } = props;
  const client = useApiClient();
  const refetched = useRefetched();
  const start = useEditStart(props.recipient);
  const form = useAppForm({
    schema: schemaFor(props.destination),
    initialValues: start.stored,
    startAt: "name",
    draft: { name: `recipient:${packageId}`, version: JSON.stringify(start.expected) },
    onSubmit: async (recipient, { showToast }) => {
      await client.packages.updateRecipient({
        packageId,
        recipient,
        expectedVersion: start.expected,
      });
      await refetched();
      showToast({ title: t("package-details.recipientSaved"), kind: "success" });
      onClose();
    },
    onError: start.acceptConflict,
  });
  return (
    <Form form={form} label={t("common.recipient")}>
      <FormAlert
        message={
          form.error === null
            ? null
            : apiErrorMessage(form.error, t("toasts.unexpected.description"))
        }
      />
      <RecipientFields
        form={form}
        needed={missingRecipientFields(emptyRecipient, props.destination)}
        problemOf={props.problemOf}
      />
      <Group gap="sm">
        <Button type="submit" loading={form.isSubmitting}>
          {t("package-details.saveRecipient")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("common.close")}
        </Button>
      </Group>
    </Form>
  );
}

/** To whom an own package goes; editable until it moves, and what is missing also later. */
export function RecipientSection(props: { details: OwnPackageDetails }) {
  const { package: pkg, recipient } = props.details;
  const [isEditing, setEditing] = useState(false);
  const isComplete = missingRecipientFields(recipient, pkg.destination).length === 0;
  const isEditable = isComplete ? changeObstacle(pkg) === null : !isEnded(pkg.status);
  if (isEditing) {
    return (
      <RecipientForm
        packageId={pkg.id}
        destination={pkg.destination}
        recipient={recipient}
        onClose={() => setEditing(false)}
      />
    );
  }
  return (
    <Stack gap="sm" align="flex-start">
      <RecipientSummary
        recipient={recipient}
        destination={pkg.destination}
        {...(isEditable ? { advice: "addBeforeHandOver" } : {})}
      />
      {isEditable ? (
        <Button variant="default" size="sm" onClick={() => setEditing(true)}>
          {t("package-details.editRecipient")}
        </Button>
      ) : null}
    </Stack>
  );
}
