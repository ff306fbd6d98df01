/** The form in which a customer registers a package. What was typed stays until it is saved. */
import {
  Anchor,
  Button,
  Group,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { Link } from "react-router";
import { countries, origins } from "#core/country.ts";
import { looksMistyped, recogniseTrackingNumber } from "#core/tracking-number.ts";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { useChosenImages } from "./chosen-images.ts";
import { ImagePicker } from "./image-picker.tsx";
import type { PackageFields } from "./package-fields.ts";
import { useSavePackage, type UploadProgress } from "./save-package.ts";

const originNames = origins.map(({ name }) => name);
const countryNames = countries.map(({ name }) => name);

/** What the number tells of itself: its issuer, or that it looks mistyped. Never a reason to refuse it. */
function trackingNumberHint(text: string): string {
  if (text.trim() === "") return "The number your seller or courier gave you.";
  if (looksMistyped(text)) return "Please check this number: it looks mistyped.";
  const sure = recogniseTrackingNumber(text).find(({ strength }) => strength === "strong");
  return sure ? `Recognised: ${sure.issuer}` : "The number your seller or courier gave you.";
}

function Sending(props: { progress: UploadProgress }) {
  const { current, total, name } = props.progress;
  return (
    <Stack gap={6} role="status">
      <Progress value={((current - 1) / total) * 100} animated aria-label="Images sent" />
      <Text size="sm" c="dimmed" truncate>
        {`Uploading image ${current} of ${total}: ${name}`}
      </Text>
    </Stack>
  );
}

function RefusalText(props: { sentence: string; leadsTo: "upgrade" | "packages" | null }) {
  const ways = {
    upgrade: { to: "/dashboard/upgrade", label: "View plans" },
    packages: { to: "/dashboard/packages", label: "Open My Packages" },
  } as const;
  const way = props.leadsTo === null ? null : ways[props.leadsTo];
  return (
    <>
      {props.sentence}{" "}
      {way === null ? null : (
        <Anchor component={Link} to={way.to} inherit>
          {way.label}
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
        description={trackingNumberHint(values.trackingNumber)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        error={errors.trackingNumber}
        ref={fields.spot("trackingNumber")}
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
          ref={fields.spot("origin")}
          value={values.origin}
          onChange={(value) => fields.write("origin", value ?? "")}
        />
        <Select
          label="Destination"
          name="destination"
          data={countryNames}
          searchable
          placeholder="Choose a country"
          nothingFoundMessage="No country of that name"
          withAsterisk
          error={errors.destination}
          ref={fields.spot("destination")}
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
        ref={fields.spot("estimatedWeight")}
        onText={(text) => fields.write("estimatedWeight", text)}
      />
      <Textarea
        label="Description"
        name="description"
        description="Optional. What is inside, such as: ceramic tea set, 6 pieces."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={values.description}
        onChange={(event) => fields.write("description", event.currentTarget.value)}
      />
    </>
  );
}

/** @param fields what is typed and what is wrong with it, kept by the screen. */
export function PackageForm(props: { fields: PackageFields }) {
  const { fields } = props;
  const { refusal } = fields;
  const chosen = useChosenImages();
  const saving = useSavePackage();
  const submit = async () => {
    const draft = fields.check();
    if (draft === null || saving.isSending) return;
    try {
      await saving.save(
        draft,
        chosen.images.map(({ file }) => file),
      );
    } catch (error) {
      fields.refuse(error);
    }
  };
  return (
    <SectionCard title="Package Details">
      <Form onSubmit={submit} label="New Package">
        {refusal ? (
          <FocusedAlert
            key={refusal.id}
            message={<RefusalText sentence={refusal.sentence} leadsTo={refusal.leadsTo} />}
          />
        ) : null}
        <PackageFieldset fields={fields} />
        <ImagePicker
          images={chosen.images}
          skipped={chosen.skipped}
          onAdd={chosen.add}
          onRemove={chosen.remove}
          isLocked={saving.isSending}
        />
        {saving.progress === null ? null : <Sending progress={saving.progress} />}
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
      </Form>
    </SectionCard>
  );
}
