import { Button, Stack, Text } from "@mantine/core";
import { lazy, useState } from "react";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import { t as packageText } from "#goods/web/packages/details-messages.ts";
import { RecipientSummary } from "#goods/web/packages/recipient-summary.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingFields } from "#ui/web/loading-fields.tsx";
import { fieldProblem, type AddressFault } from "./address-faults.ts";

const RecipientForm = lazy(async () => ({
  default: (await import("#goods/web/packages/recipient-form.tsx")).RecipientForm,
}));

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
  const title = packageText("package-details.editRecipient");
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
            <LazyPart fallback={<LoadingFields fields={8} />}>
              <RecipientForm
                packageId={packageId}
                recipient={recipient}
                problemOf={(field, text) => fieldProblem(faults, field, text)}
                onClose={close}
              />
            </LazyPart>
          </Dialog>
        </>
      )}
    </Stack>
  );
}
