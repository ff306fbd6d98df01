import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import { changeObstacle, isEnded } from "#goods/rules/package-change.ts";
import { missingRecipientFields } from "#catalogue/rules/recipient.ts";
import { t } from "./details-messages.ts";
import { RecipientForm } from "./recipient-form.tsx";
import { RecipientSummary } from "./recipient-summary.tsx";

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
