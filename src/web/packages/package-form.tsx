import { Anchor, Button, Group, SimpleGrid, Skeleton, TextInput } from "@mantine/core";
import { Suspense } from "react";
import { Link } from "react-router";
import { toasts } from "#contract/messages.ts";
import { countries, origins } from "#core/country.ts";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { NumberField } from "#web/ui/number-field.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import type { PackageFields, usePackageForm } from "./use-package-form.ts";

const DescriptionField = lazyComponent(async () => {
  const { DescriptionField: field } = await import("./description-field.tsx");
  return field;
});

const ImagePicker = lazyComponent(async () => {
  const { ImagePicker: picker } = await import("./image-picker.tsx");
  return picker;
});

const TrackingNumberHint = lazyComponent(async () => {
  const { TrackingNumberHint: hint } = await import("./tracking-number-hint.tsx");
  return hint;
});

const defaultHint = "The tracking number from your seller or courier.";

const SendingProgress = lazyComponent(async () => {
  const { SendingProgress: progress } = await import("./sending-progress.tsx");
  return progress;
});

const UnsentImages = lazyComponent(async () => {
  const { UnsentImages: unsent } = await import("./unsent-images.tsx");
  return unsent;
});

const originNames = origins.map(({ name }) => name);
const countryNames = countries.map(({ name }) => name);

/** Why the package was not saved, where no field and no toast shows it. */
function PackageError(props: { error: unknown }) {
  const { error } = props;
  const code = apiErrorCode(error);
  if (code === null || code === "missing_information") return null;
  const isSaved = code === "idempotency_key_reused";
  const isPlanMissing = code === "subscription_required" || code === "quota_exceeded";
  return (
    <FocusedAlert
      message={
        <>
          {isSaved
            ? "This package was already saved by an earlier attempt."
            : apiErrorMessage(error, toasts.packageNotSaved.title)}{" "}
          {isPlanMissing ? (
            <Anchor component={Link} to="/dashboard/upgrade" inherit>
              View plans
            </Anchor>
          ) : null}
          {isSaved ? (
            <Anchor component={Link} to="/dashboard/packages" inherit>
              Open My Packages
            </Anchor>
          ) : null}
        </>
      }
    />
  );
}

function PackageFieldset(props: { fields: PackageFields }) {
  const { field, select, values } = props.fields;
  return (
    <>
      <TextInput
        {...field("trackingNumber")}
        label="Tracking number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        withAsterisk
        description={
          values.trackingNumber.trim() === "" ? (
            defaultHint
          ) : (
            <Suspense fallback={defaultHint}>
              <TrackingNumberHint text={values.trackingNumber} fallback={defaultHint} />
            </Suspense>
          )
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select {...select("origin")} label="Origin" data={originNames} withAsterisk />
        <Select
          {...select("destination")}
          label="Destination"
          data={countryNames}
          searchable
          placeholder="Choose a country"
          nothingFoundMessage="No matching country"
          withAsterisk
        />
      </SimpleGrid>
      <NumberField
        field={field("estimatedWeight")}
        label="Estimated weight (kg)"
        min={0.1}
        step={0.1}
        description="Optional. We weigh the package when it arrives."
      />
      <Suspense fallback={<Skeleton h={120} />}>
        <DescriptionField field={field("description")} />
      </Suspense>
    </>
  );
}

export function PackageForm(props: ReturnType<typeof usePackageForm>) {
  const { fields, chosen, saving } = props;
  return (
    <SectionCard title="Package Details">
      <Form form={fields} label="New Package">
        <PackageError error={fields.error} />
        <PackageFieldset fields={fields} />
        <Suspense fallback={<Skeleton h={150} />}>
          <ImagePicker
            images={chosen.images}
            skipped={chosen.skipped}
            onAdd={chosen.add}
            onRemove={chosen.remove}
            isLocked={props.isLocked}
          />
        </Suspense>
        {saving.progress === null ? null : (
          <Suspense fallback={null}>
            <SendingProgress progress={saving.progress} />
          </Suspense>
        )}
        {saving.pendingUploads === null ? (
          <Group gap="sm">
            <Button
              type="submit"
              size="md"
              loading={saving.isSending}
              loaderProps={{ children: "Saving..." }}
            >
              Add Package
            </Button>
          </Group>
        ) : (
          <Suspense fallback={null}>
            <UnsentImages
              pending={saving.pendingUploads}
              isSending={saving.isSending}
              onRetry={() => void saving.retry()}
              onSkip={() => void saving.skip()}
            />
          </Suspense>
        )}
      </Form>
    </SectionCard>
  );
}
