import { Anchor, Button, Group, SimpleGrid, Skeleton, TextInput } from "@mantine/core";
import { lazy } from "react";
import { Link } from "react-router";
import { t } from "#web/i18n/messages.tsx";
import { countries, origins } from "#core/country.ts";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { LeaveWarning } from "#web/ui/leave-warning.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { DescriptionField } from "./description-field.tsx";
import { NewRecipient } from "./new-recipient.tsx";
import { TrackingNumberHint } from "./tracking-number-hint.tsx";
import type { PackageFields, usePackageForm } from "./use-package-form.ts";

const ImagePicker = lazy(async () => ({
  default: (await import("./image-picker.tsx")).ImagePicker,
}));

const defaultHint = "The tracking number from your seller or courier.";

const SendingProgress = lazy(async () => ({
  default: (await import("./sending-progress.tsx")).SendingProgress,
}));

const UnsentImages = lazy(async () => ({
  default: (await import("./unsent-images.tsx")).UnsentImages,
}));

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
            : apiErrorMessage(error, t("toasts.packageNotSaved.title"))}{" "}
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
            <TrackingNumberHint text={values.trackingNumber} fallback={defaultHint} />
          )
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <NumberField
        field={field("estimatedWeight")}
        label="Estimated weight (kg)"
        min={0.1}
        step={0.1}
        description="Optional. We weigh the package when it arrives."
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
      <DescriptionField field={field("description")} />
    </>
  );
}

export function PackageForm(props: ReturnType<typeof usePackageForm>) {
  const { fields, chosen, saving } = props;
  return (
    <SectionCard title="Package Details">
      <LeaveWarning isNeeded={chosen.images.length > 0 && !props.isLocked}>
        The images you chose will be lost. Your other entries are saved.
      </LeaveWarning>
      <Form form={fields} label="New Package">
        <PackageError error={fields.error} />
        <PackageFieldset fields={fields} />
        <LazyPart fallback={<Skeleton h={150} />}>
          <ImagePicker
            images={chosen.images}
            skipped={chosen.skipped}
            onAdd={chosen.add}
            onRemove={chosen.remove}
            isLocked={props.isLocked}
          />
        </LazyPart>
        <NewRecipient fields={fields} />
        {saving.progress === null ? null : (
          <LazyPart>
            <SendingProgress progress={saving.progress} />
          </LazyPart>
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
          <LazyPart>
            <UnsentImages
              pending={saving.pendingUploads}
              isSending={saving.isSending}
              onRetry={() => void saving.retry()}
              onSkip={() => void saving.skip()}
            />
          </LazyPart>
        )}
      </Form>
    </SectionCard>
  );
}
