import { Button, Group, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { OwnPackageDetails } from "#contract/packages.ts";
import { changeObstacle, isEnded } from "#core/package-change.ts";
import { missingRecipientFields, type Recipient } from "#core/recipient.ts";
import { apiErrorMessage, useApi, useApiClient } from "#web/api.tsx";
import { useAppForm } from "#web/ui/app-form.ts";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { t } from "./details-messages.ts";
import { recipientSchema } from "./recipient-schema.ts";
import { RecipientFields } from "./recipient-fields.tsx";
import { RecipientSummary } from "./recipient-summary.tsx";
import { useEditStart } from "./use-edit-start.ts";

const schema = z.object(recipientSchema);

function RecipientForm(props: { packageId: string; recipient: Recipient; onClose: () => void }) {
  const { packageId, onClose } = props;
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const start = useEditStart(props.recipient);
  const form = useAppForm({
    schema,
    initialValues: start.stored,
    startAt: "name",
    draft: { name: `recipient:${packageId}`, version: JSON.stringify(start.expected) },
    onSubmit: async (recipient, { showToast }) => {
      await client.packages.updateRecipient({
        packageId,
        recipient,
        expectedRecipient: start.expected,
      });
      await queryClient.invalidateQueries({ queryKey: api.packages.key() });
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
      <RecipientFields form={form} />
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
      <RecipientForm packageId={pkg.id} recipient={recipient} onClose={() => setEditing(false)} />
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
