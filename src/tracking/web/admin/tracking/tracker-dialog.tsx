import { Button, Group, Stack, Text } from "@mantine/core";
import * as z from "zod/mini";
import type { Tracker } from "#tracking/contract/tracking.ts";
import { useApi, useApiClient } from "#tracking/web/api.ts";
import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormConflictError, Form } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { TrackerStateText } from "./tracker-state.tsx";

const schema = z.object({ carrierCode: requiredText(() => t("admin-tracking.carrierMissing")) });

type Opened = { tracker: Tracker; onClose: () => void };

function CarrierForm({ tracker, onClose }: Opened) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { items } = useCarriers();
  const offered = (items ?? []).filter(
    ({ isActive, code }) => isActive || code === tracker.carrierCode,
  );
  const form = useAppForm({
    schema,
    initialValues: { carrierCode: tracker.carrierCode ?? "" },
    draft: { name: `tracker-carrier:${tracker.id}`, version: tracker.carrierCode ?? "" },
    onSubmit: async ({ carrierCode }, { showToast }) => {
      try {
        await client.tracking.setCarrier({ trackerId: tracker.id, carrierCode });
      } finally {
        refetch();
      }
      showToast({ title: t("admin-tracking.carrierSaved"), kind: "success" });
      onClose();
    },
  });
  return (
    <Form form={form} label={t("admin-tracking.saveCarrier")}>
      <FormConflictError
        form={form}
        conflict={t("admin-tracking.carrierTaken")}
        fallback={t("toasts.unexpected.description")}
      />
      <Select
        {...form.select("carrierCode")}
        label={t("admin-tracking.chosenCarrier")}
        description={t("admin-tracking.carrierHint")}
        data={offered.map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }))}
        searchable
      />
      <Group justify="flex-end">
        <Button
          type="submit"
          loading={form.isSubmitting}
          disabled={form.values.carrierCode === (tracker.carrierCode ?? "")}
        >
          {t("admin-tracking.saveCarrier")}
        </Button>
      </Group>
    </Form>
  );
}

function Action(props: {
  hint: string;
  label: string;
  isDestructive?: boolean;
  isRunning: boolean;
  isDisabled: boolean;
  onClick: () => void;
}) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" style={{ flex: "1 1 16rem" }}>
        {props.hint}
      </Text>
      <Button
        variant={props.isDestructive ? "light" : "default"}
        {...(props.isDestructive ? { color: "red" } : {})}
        loading={props.isRunning}
        disabled={props.isDisabled}
        onClick={props.onClick}
      >
        {props.label}
      </Button>
    </Group>
  );
}

function Actions({ tracker, onClose }: Opened) {
  const api = useApi();
  const failed = () => t("admin-tracking.notChanged");
  const retrying = useAction(api.tracking.retryTracker.mutationOptions(), {
    done: () => ({ title: t("admin-tracking.followedAgain") }),
    failed,
  });
  const stopping = useAction(api.tracking.stopTracker.mutationOptions(), {
    done: () => ({ title: t("admin-tracking.stopped") }),
    failed,
  });
  const closeIf = (isDone: boolean) => {
    if (isDone) onClose();
  };
  const input = { trackerId: tracker.id };
  return (
    <>
      <Action
        hint={t("admin-tracking.followAgainHint")}
        label={t("admin-tracking.followAgain")}
        isRunning={retrying.isRunning}
        isDisabled={stopping.isRunning}
        onClick={() => void retrying.run(input).then(closeIf)}
      />
      {tracker.state === "ended" ? null : (
        <Action
          hint={t("admin-tracking.stopHint")}
          label={t("admin-tracking.stop")}
          isDestructive
          isRunning={stopping.isRunning}
          isDisabled={retrying.isRunning}
          onClick={() => void stopping.run(input).then(closeIf)}
        />
      )}
    </>
  );
}

/** What staff do about a number; null closes the dialog. */
export function TrackerDialog(props: { tracker: Tracker | null; onClose: () => void }) {
  const { tracker } = props;
  return (
    <Dialog
      isOpen={tracker !== null}
      onClose={props.onClose}
      title={
        tracker === null
          ? null
          : t("admin-tracking.manageNumber", { number: tracker.trackingNumber })
      }
    >
      {tracker === null ? null : (
        <Stack gap="md">
          <div>
            <TrackerStateText tracker={tracker} />
          </div>
          <CarrierForm
            key={`${tracker.id} ${tracker.carrierCode}`}
            tracker={tracker}
            onClose={props.onClose}
          />
          <Stack gap="md" pt="md" style={{ borderTop: "1px solid var(--line)" }}>
            <Actions tracker={tracker} onClose={props.onClose} />
          </Stack>
        </Stack>
      )}
    </Dialog>
  );
}
