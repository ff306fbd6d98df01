/** Where staff set a package's status directly. */
import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts } from "#contract/messages.ts";
import type { Shipment } from "#contract/packages.ts";
import { settablePackageStatuses, statusLabel } from "#core/package-status.ts";
import { problemSentence, useApi } from "#web/api.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { Select } from "#web/ui/select.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useShipmentChanges } from "./shipment-changes.ts";

/** Sets the status that stands until a leg changes; `onSaved` is called once the server has done it. */
export function PackageStatusForm(props: { shipment: Shipment; onSaved: () => void }) {
  const api = useApi();
  const changes = useShipmentChanges();
  const saving = useMutation(api.packages.setPackageStatus.mutationOptions());
  const select = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const status = settablePackageStatuses.find(
    (value) => value === (chosen ?? props.shipment.status),
  );
  const save = async () => {
    if (saving.isPending) return;
    if (!status) {
      setMissing(true);
      select.current?.focus();
      return;
    }
    try {
      changes.keep(await saving.mutateAsync({ packageId: props.shipment.id, status }));
    } catch (error) {
      showToast({
        title: toasts.packageStatusNotUpdated.title,
        description: problemSentence(error, toasts.unexpected.description),
        kind: "destructive",
      });
      return;
    }
    props.onSaved();
    showToast({ title: `Package status set to ${statusLabel(status)}`, kind: "success" });
  };
  return (
    <Form label="Package status" onSubmit={save}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          ref={select}
          error={isMissing}
          label="Package status"
          w={170}
          placeholder={statusLabel(props.shipment.status)}
          data={settablePackageStatuses.map((value) => ({ value, label: statusLabel(value) }))}
          value={status ?? null}
          onChange={(value) => {
            setChosen(value);
            setMissing(false);
          }}
        />
        <Button type="submit" variant="default" loading={saving.isPending}>
          Update status
        </Button>
      </Group>
      <FormAlert message={isMissing ? "Choose a status first." : null} />
    </Form>
  );
}
