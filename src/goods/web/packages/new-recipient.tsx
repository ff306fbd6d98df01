import { Button, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { recipientFieldNames, recipientFieldsOf } from "#catalogue/rules/recipient.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { RecipientFields } from "./package-fields.tsx";
import { RecipientSummary } from "./recipient-summary.tsx";
import type { PackageFields } from "./use-package-form.ts";

/** To whom a new package goes: as the profile says, or as entered here for this package. */
export function NewRecipient(props: { fields: PackageFields }) {
  const { values, field } = props.fields;
  const [isEditing, setEditing] = useState(false);
  // What stands in the profile may be wrong too.
  const isWrong = recipientFieldNames.some((name) => field(name).error !== undefined);
  return (
    <Stack component="section" aria-label={t("common.recipient")} gap="sm">
      <Title order={3} size="h5">
        {t("common.recipient")}
      </Title>
      {isEditing || isWrong ? (
        <RecipientFields form={props.fields} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <RecipientSummary
            recipient={recipientFieldsOf(values)}
            destination={values.destination}
            advice="addLater"
          />
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            {t("package-details.changeRecipient")}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
