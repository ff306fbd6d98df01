import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import {
  packageStatuses,
  settablePackageStatuses,
  type PackageStatus,
} from "#tracking/rules/package-status.ts";
import { apiErrorMessage, apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Form, FormAlert } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import type { ShowToast } from "#ui/web/toast.tsx";
import { EditConflict, useEditConflict } from "#ui/web/admin/edit-conflict.tsx";
import { useShipmentChanges } from "./shipment-changes.ts";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import type { ToastText } from "#ui/web/i18n/messages.tsx";
import { weightField, weightGramsOf } from "#goods/web/packages/package-fields.tsx";
import { weightText } from "#ui/web/figures.tsx";

type Settable = (typeof settablePackageStatuses)[number];

const statusSchema = z.object({
  status: z.enum(settablePackageStatuses, { error: () => t("fields.statusMissing") }),
});

function useStatusSaving(pkg: Shipment, onSaved: () => void) {
  const client = useApiClient();
  const changes = useShipmentChanges();
  const conflict = useEditConflict<PackageStatus | undefined>(undefined, (current) =>
    packageStatuses.find((known) => known === current),
  );
  const [setsLegs, setSetsLegs] = useState(true);
  const save = async (status: Settable, begun: PackageStatus, showToast: ShowToast) => {
    const input = { packageId: pkg.id, status, setsLegs: status === "delivered" && setsLegs };
    const expectedVersion = conflict.base ?? begun;
    changes.store(await client.packages.setPackageStatus({ ...input, expectedVersion }));
    conflict.accept(undefined);
    onSaved();
    showToast({
      title: t("admin-shipment-details.statusSet", { status: statusLabel(status) }),
      kind: "success",
    });
  };
  const showError = (error: unknown, showToast: ShowToast) => {
    const isConflict = conflict.catchError(error);
    if (isConflict) changes.refresh();
    showToast({
      title: t("toasts.packageStatusNotUpdated.title"),
      description: isConflict
        ? t("admin-shipment-details.statusConflict.text")
        : apiErrorMessage(error, t("toasts.unexpected.description")),
      kind: "destructive",
    });
  };
  return { save, showError, conflict, setsLegs, setSetsLegs };
}

/** The status stays until a leg changes. `onSaved` is called after success. */
export function PackageStatusForm(props: { pkg: Shipment; onSaved: () => void }) {
  const { pkg } = props;
  const saving = useStatusSaving(pkg, props.onSaved);
  const { save, showError, conflict, setsLegs, setSetsLegs } = saving;
  const { saved } = conflict;
  const form = useAppForm({
    schema: statusSchema,
    initialValues: { status: pkg.status },
    draft: { name: `package-status:${pkg.id}`, version: pkg.status },
    onSubmit: (values, { original, showToast }) => {
      const begun = packageStatuses.find((known) => known === original.status);
      return save(values.status, begun ?? pkg.status, showToast);
    },
    onError: (error, { showToast }) => showError(error, showToast),
  });
  const field = form.field("status");
  const status = settablePackageStatuses.find((value) => value === field.value);
  const offersLegs = status === "delivered" && pkg.legs.some((leg) => leg.status !== "delivered");
  return (
    <Form form={form} label={t("admin-shipment-details.packageStatus")}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          {...field}
          error={field.error !== undefined}
          label={t("admin-shipment-details.packageStatus")}
          w={170}
          placeholder={statusLabel(pkg.status)}
          data={settablePackageStatuses.map((value) => ({ value, label: statusLabel(value) }))}
          value={status ?? null}
          allowDeselect={false}
        />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {t("admin-shipment-details.updateStatus")}
        </Button>
      </Group>
      {offersLegs ? (
        <Stack gap={2}>
          <Group component="label" gap="xs" wrap="nowrap">
            <TickBox
              label={t("admin-shipment-details.setsLegs")}
              isTicked={setsLegs}
              onTick={setSetsLegs}
            />
            <Text span size="sm">
              {t("admin-shipment-details.setsLegs")}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            {t("admin-shipment-details.setsLegsHint")}
          </Text>
        </Stack>
      ) : null}
      <FormAlert message={field.error} />
      {saved === undefined || !status ? null : (
        <EditConflict
          title={t("admin-shipment-details.statusConflict.title")}
          isSingleField
          differences={[
            { label: t("common.status"), saved: statusLabel(saved), mine: statusLabel(status) },
          ].filter(() => saved !== status)}
          isSaving={form.isSubmitting}
          onTakeTheirs={() => {
            form.reset();
            conflict.accept(undefined);
            form.focus("status");
          }}
          onSaveMine={() => conflict.saveMine(form, saved, { status })}
        />
      )}
    </Form>
  );
}

function kilogramsAsTyped(weightGrams: number | null): string {
  return weightGrams === null ? "" : String(weightGrams / 1000);
}

function failureText(failure: unknown, isConflict: boolean): ToastText {
  if (isConflict) {
    return {
      title: t("toasts.packageNotSaved.title"),
      description: t("admin-shipment-details.weightConflict.text"),
    };
  }
  if (apiErrorCode(failure) === null) {
    return { title: t("toasts.unexpected.title"), description: t("toasts.packageNotSaved.title") };
  }
  return {
    title: t("toasts.packageNotSaved.title"),
    description: apiErrorMessage(failure, t("toasts.unexpected.description")),
  };
}

function useWeightSaving(packageId: string) {
  const client = useApiClient();
  const changes = useShipmentChanges();
  const conflict = useEditConflict<number | null | undefined>(undefined, (current) =>
    current === null || typeof current === "number" ? current : undefined,
  );
  const save = async (
    begunGrams: number | null,
    finalWeightGrams: number | null,
    showToast: ShowToast,
  ) => {
    const expectedVersion = conflict.base === undefined ? begunGrams : conflict.base;
    const edit = { packageId, finalWeightGrams, expectedVersion };
    changes.store(await client.packages.setFinalWeight(edit));
    conflict.accept(undefined);
    showToast({
      title: t("admin-shipment-details.finalWeightIs", { weight: weightText(finalWeightGrams) }),
      kind: "success",
    });
  };
  const showError = (failure: unknown, showToast: ShowToast) => {
    const isConflict = conflict.catchError(failure);
    if (isConflict) changes.refresh();
    showToast({ ...failureText(failure, isConflict), kind: "destructive" });
  };
  return { save, showError, conflict };
}

const weightSchema = z.object({ weight: weightField });

/** Saves whole grams; an empty field means unknown. The field follows other users' changes until somebody types in it. */
export function FinalWeightForm(props: { pkg: Shipment }) {
  const { save, showError, conflict } = useWeightSaving(props.pkg.id);
  const { saved } = conflict;
  const form = useAppForm({
    schema: weightSchema,
    initialValues: { weight: kilogramsAsTyped(props.pkg.finalWeightGrams) },
    draft: { name: `final-weight:${props.pkg.id}` },
    onSubmit: async ({ weight }, { original, showToast }): Promise<void> => {
      await save(weightGramsOf(original.weight), weight, showToast);
      form.reset();
    },
    onInvalid: (_, { showToast }) =>
      showToast({ ...toastText("invalidWeight"), kind: "destructive" }),
    onError: (failure, { showToast }) => showError(failure, showToast),
  });
  const field = form.field("weight");
  const wanted = weightGramsOf(field.value);
  const isWrong = wanted === null && field.value.trim() !== "";
  return (
    <Form form={form} label={t("common.finalWeight")}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          {...field}
          error={field.error !== undefined}
          label={t("admin-shipment-details.finalWeightKg")}
          w={170}
          inputMode="decimal"
          autoComplete="off"
          placeholder={weightText(null)}
          maxLength={12}
        />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {t("admin-shipment-details.saveWeight")}
        </Button>
      </Group>
      <FormAlert message={field.error} />
      {saved === undefined ? null : (
        <EditConflict
          title={t("admin-shipment-details.weightConflict.title")}
          isSingleField
          differences={
            saved === wanted
              ? []
              : [
                  {
                    label: t("common.finalWeight"),
                    saved: weightText(saved),
                    mine: isWrong ? field.value : weightText(wanted),
                  },
                ]
          }
          isSaving={form.isSubmitting}
          onTakeTheirs={() => {
            form.reset();
            conflict.accept(undefined);
            form.focus("weight");
          }}
          onSaveMine={() => {
            if (isWrong) return form.submit();
            conflict.saveMine(form, saved, {});
            return form.focus("weight");
          }}
        />
      )}
    </Form>
  );
}
