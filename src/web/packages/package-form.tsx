import { Anchor, Button, Group, SimpleGrid, Skeleton, TextInput } from "@mantine/core";
import { lazy } from "react";
import { Link } from "react-router";
import { countries, origins } from "#core/country.ts";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { useChosenImages } from "./chosen-images.ts";
import type { PackageFields } from "./package-fields.ts";
import { useSavePackage } from "./save-package.ts";
import { TrackingNumberHint } from "./tracking-number-hint.tsx";
import { DescriptionField } from "./description-field.tsx";

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

function FormErrorText(props: { sentence: string; link: "upgrade" | "packages" | null }) {
  const links = {
    upgrade: { to: "/dashboard/upgrade", label: "View plans" },
    packages: { to: "/dashboard/packages", label: "Open My Packages" },
  } as const;
  const link = props.link === null ? null : links[props.link];
  return (
    <>
      {props.sentence}{" "}
      {link === null ? null : (
        <Anchor component={Link} to={link.to} inherit>
          {link.label}
        </Anchor>
      )}
    </>
  );
}

function PackageFieldset(props: { fields: PackageFields }) {
  const { fields } = props;
  const { values, errors } = fields;
  return (
    <>
      <TextInput
        label="Tracking number"
        name="trackingNumber"
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
        error={errors.trackingNumber}
        ref={fields.inputRef("trackingNumber")}
        value={values.trackingNumber}
        onChange={(event) => fields.write("trackingNumber", event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label="Origin"
          name="origin"
          data={originNames}
          withAsterisk
          error={errors.origin}
          ref={fields.inputRef("origin")}
          value={values.origin}
          onChange={(value) => fields.write("origin", value ?? "")}
        />
        <Select
          label="Destination"
          name="destination"
          data={countryNames}
          searchable
          placeholder="Choose a country"
          nothingFoundMessage="No matching country"
          withAsterisk
          error={errors.destination}
          ref={fields.inputRef("destination")}
          value={values.destination === "" ? null : values.destination}
          onChange={(value) => fields.write("destination", value ?? "")}
        />
      </SimpleGrid>
      <NumberField
        label="Estimated weight (kg)"
        name="estimatedWeight"
        min={0.1}
        step={0.1}
        description="Optional. We weigh the package when it arrives."
        error={errors.estimatedWeight}
        ref={fields.inputRef("estimatedWeight")}
        onText={(text) => fields.write("estimatedWeight", text)}
      />
      <DescriptionField
        value={values.description}
        onChange={(value) => fields.write("description", value)}
      />
    </>
  );
}

export function PackageForm(props: { fields: PackageFields }) {
  const { fields } = props;
  const { formError } = fields;
  const chosen = useChosenImages();
  const saving = useSavePackage();
  const submit = async () => {
    const draft = fields.validate();
    if (draft === null || saving.isSending || saving.pendingUploads !== null) return;
    try {
      await saving.save(
        draft,
        chosen.images.map(({ file }) => file),
      );
    } catch (error) {
      fields.showApiError(error);
    }
  };
  return (
    <SectionCard title="Package Details">
      <Form onSubmit={submit} label="New Package">
        {formError ? (
          <FocusedAlert
            key={formError.id}
            message={<FormErrorText sentence={formError.sentence} link={formError.link} />}
          />
        ) : null}
        <PackageFieldset fields={fields} />
        <LazyPart fallback={<Skeleton h={150} />}>
          <ImagePicker
            images={chosen.images}
            skipped={chosen.skipped}
            onAdd={chosen.add}
            onRemove={chosen.remove}
            isLocked={saving.isSending || saving.pendingUploads !== null}
          />
        </LazyPart>
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
