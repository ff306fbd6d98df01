import { Anchor, Button, Group, SimpleGrid, TextInput, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { origins } from "#catalogue/rules/country.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { ChooseAgain } from "#ui/web/draft-notes.tsx";
import { FocusedAlert, Form } from "#ui/web/form.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { DescriptionField } from "./description-field.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { PackageFields, usePackageForm } from "./use-package-form.ts";
import { looksMistyped, recogniseTrackingNumber } from "#catalogue/rules/tracking-number.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { issuerName } from "#tracking/web/i18n/tracking-labels.ts";
import { recipientFieldNames, recipientFieldsOf } from "#catalogue/rules/recipient.ts";
import { RecipientFields } from "./package-fields.tsx";
import { RecipientSummary } from "./recipient-summary.tsx";
import { ImagePicker } from "./image-picker.tsx";
import { OpenPackageOffer } from "#goods/web/parcels/open-package-offer.tsx";
import { SendingProgress } from "./sending-progress.tsx";
import { UnsentImages } from "./unsent-images.tsx";
import { FurtherNumbers } from "#goods/web/parcels/further-numbers.tsx";

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
          <span>
            {isSaved
              ? t("package-details.alreadySaved")
              : apiErrorMessage(error, t("toasts.packageNotSaved.title"))}
          </span>
          {sentenceGap()}
          {isPlanMissing ? (
            <Anchor component={Link} to="/dashboard/upgrade" inherit>
              {t("package-details.viewPlans")}
            </Anchor>
          ) : null}
          {isSaved ? (
            <Anchor component={Link} to="/dashboard/packages" inherit>
              {t("package-details.openMyPackages")}
            </Anchor>
          ) : null}
        </>
      }
    />
  );
}

function PackageFieldset(props: { fields: PackageFields }) {
  const { field, select, values } = props.fields;
  const originOptions = origins.map(({ code, name }) => ({
    value: name,
    label: countryName(code),
  }));
  const hint = t("package-details.trackingNumberHint");
  return (
    <>
      <TextInput
        {...field("trackingNumber")}
        label={t("common.trackingNumber")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        withAsterisk
        description={
          values.trackingNumber.trim() === "" ? (
            hint
          ) : (
            <TrackingNumberHint text={values.trackingNumber} fallback={hint} />
          )
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <NumberField
        field={field("estimatedWeight")}
        label={t("package-details.estimatedWeightKg")}
        min={0.1}
        step={0.1}
        description={t("package-details.weightHint")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          {...select("origin")}
          label={t("common.origin")}
          data={originOptions}
          withAsterisk
        />
        <Select
          {...select("destination")}
          label={t("common.destination")}
          data={countryOptions("byName")}
          filter={({ search }) => matchingCountries("byName", search)}
          searchable
          placeholder={t("package-details.chooseCountry")}
          nothingFoundMessage={t("package-details.noMatchingCountry")}
          withAsterisk
        />
      </SimpleGrid>
      <DescriptionField field={field("description")} />
    </>
  );
}

export function PackageForm(props: ReturnType<typeof usePackageForm>) {
  const { fields, chosen, saving } = props;
  const hasWarehouse = useHasWarehouse();
  return (
    <SectionCard title={t("package-details.details")}>
      <LeaveWarning isNeeded={chosen.files.length > 0 && !props.isLocked}>
        {t("package-details.imagesLost")}
      </LeaveWarning>
      <Form form={fields} label={t("packages.newPackage")}>
        <PackageError error={fields.error} />
        <PackageFieldset fields={fields} />
        <ChooseAgain names={props.lostImages} />
        <ImagePicker
          images={chosen.files}
          rejected={chosen.rejected}
          onAdd={(files) => void chosen.add(files)}
          onRemove={(id) => {
            chosen.remove([id]);
            chosen.reject([]);
          }}
          isLocked={props.isLocked}
        />
        {hasWarehouse ? (
          <FurtherNumbers
            pasted={fields.field("pastedNumbers")}
            chosen={fields.field("furtherNumbers")}
            trackingNumber={fields.values.trackingNumber}
            isLocked={props.isLocked}
          />
        ) : null}
        <NewRecipient fields={fields} />
        {hasWarehouse && saving.pendingUploads === null ? (
          <OpenPackageOffer values={fields.values} onAdded={fields.removeDraft} />
        ) : null}
        {saving.progress === null ? null : <SendingProgress progress={saving.progress} />}
        {saving.pendingUploads === null ? (
          <Group gap="sm">
            <Button
              type="submit"
              size="md"
              loading={saving.isSending}
              loaderProps={{ children: t("common.saving") }}
            >
              {t("packages.addPackage")}
            </Button>
          </Group>
        ) : (
          <UnsentImages
            pending={saving.pendingUploads}
            isSending={saving.isSending}
            onRetry={() => void saving.retry()}
            onSkip={() => void saving.skip()}
          />
        )}
      </Form>
    </SectionCard>
  );
}

/** The issuer of a tracking number or a warning about a typo, fallback `fallback`. It never blocks the form. */
function TrackingNumberHint(props: { text: string; fallback: string }) {
  const { nameOf } = useCarriers();
  if (looksMistyped(props.text)) return <span>{t("package-details.trackingNumberTypo")}</span>;
  const match = recogniseTrackingNumber(props.text).find(({ strength }) => strength === "strong");
  const text = match
    ? t("package-details.trackingNumberRecognized", { issuer: issuerName(match.issuer, nameOf) })
    : props.fallback;
  return <span>{text}</span>;
}

/** To whom a new package goes: as the profile says, or as entered here for this package. */
function NewRecipient(props: { fields: PackageFields }) {
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
