import { SimpleGrid, Switch, TextInput } from "@mantine/core";
import type { StorageLocation } from "#goods/contract/storage.ts";
import { useRefetch } from "#ui/web/action.ts";
import { EditConflict, useEditConflict } from "#ui/web/admin/edit-conflict.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { FormError, DialogForm } from "#ui/web/form.tsx";
import {
  locationFieldNames,
  locationSchema,
  mergedTexts,
  textsOf,
  type LocationField,
} from "./location-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const labelIds = {
  code: "storage-locations.code",
  label: "storage-locations.label",
  capacity: "storage-locations.capacity",
  isActive: "storage-locations.active",
} as const satisfies Record<LocationField, string>;

function shownValue(name: LocationField, text: string): string {
  if (name === "isActive") {
    return t(text === "" ? "storage-locations.inactive" : "storage-locations.active");
  }
  return text === "" ? t("common.none") : text;
}

/** The location that somebody else saved, in the details of a conflict. */
function readLocation(current: unknown): StorageLocation | undefined {
  const isLocation = typeof current === "object" && current !== null && "parcelsCount" in current;
  return isLocation ? (current as StorageLocation) : undefined;
}

function useLocationForm(location: StorageLocation, onDone: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  const conflict = useEditConflict(location, readLocation);
  const form = useAppForm({
    schema: locationSchema,
    initialValues: textsOf(conflict.base),
    startAt: "label",
    fieldOf: { storage_location_exists: "code" },
    draft: { name: `storage-location:${location.id}`, version: location.updatedAt },
    onSubmit: async (fields, { showToast }) => {
      const { id: storageLocationId, updatedAt: expectedVersion } = conflict.base;
      await client.storageLocations.updateStorageLocation({
        storageLocationId,
        fields,
        expectedVersion,
      });
      refetch();
      showToast({
        title: t("storage-locations.saved"),
        description: fields.code,
        kind: "success",
      });
      onDone();
    },
    onError: conflict.catchError,
  });
  return { form, conflict };
}

function LocationForm(props: { location: StorageLocation; onDone: () => void }) {
  const { location, onDone } = props;
  const { form, conflict } = useLocationForm(location, onDone);
  const { base, saved } = conflict;
  const theirs = textsOf(saved ?? base);
  const merged = mergedTexts(textsOf(base), form.values, theirs);
  return (
    <DialogForm
      form={form}
      label={t("storage-locations.editNamed", { code: location.code })}
      submitLabel={t("storage-locations.save")}
      onCancel={onDone}
      fallback={null}
    >
      {saved === undefined ? null : (
        <EditConflict
          title={t("storage-locations.conflict")}
          differences={locationFieldNames
            .filter((name) => merged[name] !== theirs[name])
            .map((name) => ({
              label: t(labelIds[name]),
              saved: shownValue(name, theirs[name]),
              mine: shownValue(name, merged[name]),
            }))}
          isSaving={form.isSubmitting}
          onSaveMine={() => conflict.saveMine(form, saved, merged)}
          onTakeTheirs={() => {
            conflict.accept(saved);
            form.write(theirs);
          }}
        />
      )}
      {apiErrorCode(form.error) === "conflict" ? null : (
        <FormError form={form} fallback={t("toasts.unexpected.description")} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("code")}
          label={t("storage-locations.code")}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          withAsterisk
        />
        <TextInput
          {...form.field("capacity")}
          label={t("storage-locations.capacity")}
          description={t("storage-locations.capacityHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
        />
      </SimpleGrid>
      <TextInput
        {...form.field("label")}
        label={t("storage-locations.label")}
        description={t("storage-locations.labelHint")}
        maxLength={60}
        autoComplete="off"
      />
      <Switch
        label={t("storage-locations.active")}
        aria-label={t("storage-locations.active")}
        description={t("storage-locations.activeHint")}
        checked={form.values.isActive !== ""}
        onChange={(event) => form.write({ isActive: event.currentTarget.checked ? "on" : "" })}
      />
    </DialogForm>
  );
}

/** @param props.location null closes the dialog. */
export function LocationDialog(props: { location: StorageLocation | null; onClose: () => void }) {
  const { location } = props;
  return (
    <Dialog
      isOpen={location !== null}
      onClose={props.onClose}
      title={location === null ? null : t("storage-locations.editNamed", { code: location.code })}
      size="md"
    >
      {location === null ? null : (
        <LocationForm key={location.id} location={location} onDone={props.onClose} />
      )}
    </Dialog>
  );
}
