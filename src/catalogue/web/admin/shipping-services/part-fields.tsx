import {
  Alert,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { ClipboardEvent } from "react";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { surchargeKinds } from "#catalogue/rules/shipping-service.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { bandTable } from "./band-table.ts";
import type { ServiceForm } from "./service-fields.tsx";
import { findCheaperBand } from "./service-schema.ts";
import { partField, type surchargeFields } from "./service-texts.ts";

type PartsProps = {
  readonly form: ServiceForm;
  readonly keys: readonly number[];
  readonly onAdd: () => void;
  readonly onRemove: (key: number) => void;
};

function AddButton(props: { label: string; onAdd: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Plus size={14} aria-hidden="true" />}
      onClick={props.onAdd}
    >
      {props.label}
    </Button>
  );
}

function PartHead(props: { title: string; removeLabel: string; onRemove: () => void }) {
  return (
    <Group justify="space-between" mb="sm">
      <Text fw={600}>{props.title}</Text>
      <RowButton aria-label={props.removeLabel} onClick={props.onRemove}>
        {t("admin-services.remove")}
      </RowButton>
    </Group>
  );
}

/** Says where a heavier parcel would cost less; renders nothing where none does. */
function CheaperWarning({ text }: { text: string }) {
  const upToGrams = findCheaperBand(text);
  if (upToGrams === undefined) return null;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} aria-hidden="true" />}
      style={{ gridColumn: "1 / -1" }}
    >
      {t("admin-services.cheaperBand", { weight: weightText(upToGrams) })}
    </Alert>
  );
}

/** Writes a table that is pasted into the bands as their lines, and the step of its last row beside them. */
function pasteTable(form: ServiceForm, key: number, event: ClipboardEvent<HTMLTextAreaElement>) {
  const table = bandTable(event.clipboardData.getData("text/plain"));
  if (table === null) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const parts = [value.slice(0, selectionStart), table.bands, value.slice(selectionEnd)];
  const lines = parts.map((part) => part.replaceAll(/^\n+|\n+$/g, ""));
  form.write({
    [partField("bands", key)]: lines.filter((part) => part !== "").join("\n"),
    ...(table.step === null
      ? {}
      : {
          [partField("stepGrams", key)]: table.step.grams,
          [partField("stepPrice", key)]: table.step.price,
        }),
  });
}

/** The price tables, each for some countries. */
export function TableFields({ form, keys, onAdd, onRemove }: PartsProps) {
  const short = { autoComplete: "off", maxLength: 12, inputMode: "decimal" } as const;
  return (
    <DialogSection
      title={t("admin-services.rates")}
      actions={<AddButton label={t("admin-services.addTable")} onAdd={onAdd} />}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("admin-services.tablesHint", { currency: form.values["currency"] ?? "" })}
        </Text>
        {keys.map((key, place) => (
          <Card key={key} withBorder padding="md">
            <PartHead
              title={t("admin-services.table", { number: place + 1 })}
              removeLabel={t("admin-services.removeTable", { number: place + 1 })}
              onRemove={() => onRemove(key)}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
              <Textarea
                {...form.field(partField("countries", key))}
                label={t("admin-services.countries")}
                description={t("admin-services.countriesHint")}
                autosize
                minRows={4}
                maxRows={10}
                required
              />
              <Textarea
                {...form.field(partField("bands", key))}
                onPaste={(event) => pasteTable(form, key, event)}
                label={t("admin-services.bands")}
                description={t("admin-services.bandsHint")}
                styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
                autosize
                minRows={4}
                maxRows={14}
                required
              />
              <CheaperWarning text={form.values[partField("bands", key)] ?? ""} />
              <TextInput
                {...form.field(partField("stepGrams", key))}
                {...short}
                label={t("admin-services.stepGrams")}
                description={t("admin-services.stepHint")}
              />
              <TextInput
                {...form.field(partField("stepPrice", key))}
                {...short}
                label={t("admin-services.stepPrice")}
                description={t("admin-services.stepPriceHint")}
              />
            </SimpleGrid>
          </Card>
        ))}
      </Stack>
    </DialogSection>
  );
}

type TextName = Exclude<(typeof surchargeFields)[number], "kind" | "from">;

/** The label of a surcharge's field; that of the amount says what it is in. */
function labelOf(name: TextName, form: ServiceForm, key: number): string {
  if (name !== "amount") return t(`admin-services.surchargeField.${name}`);
  return form.values[partField("kind", key)] === "fuel_percent"
    ? t("admin-services.percent")
    : t("admin-services.amountIn", { currency: form.values["currency"] ?? "" });
}

const conditionNames = ["where", "postal", "side", "girth", "weight"] as const;

function SurchargeText(props: { form: ServiceForm; name: TextName; part: number }) {
  const { form, name, part } = props;
  return (
    <TextInput
      {...form.field(partField(name, part))}
      label={labelOf(name, form, part)}
      autoComplete="off"
    />
  );
}

/** The surcharges in the order in which they are added. */
export function SurchargeFields({ form, keys, onAdd, onRemove }: PartsProps) {
  return (
    <DialogSection
      title={t("admin-services.surcharges")}
      actions={<AddButton label={t("admin-services.addSurcharge")} onAdd={onAdd} />}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("admin-services.surchargeFieldsHint")}
        </Text>
        {keys.map((key, place) => (
          <Card key={key} withBorder padding="md">
            <PartHead
              title={t("admin-services.surchargeNumber", { number: place + 1 })}
              removeLabel={t("admin-services.removeSurcharge", { number: place + 1 })}
              onRemove={() => onRemove(key)}
            />
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md" verticalSpacing="md">
              <Select
                {...form.select(partField("kind", key))}
                label={t("admin-services.surcharge")}
                allowDeselect={false}
                data={surchargeKinds.map((kind) => ({
                  value: kind,
                  label: t(`admin-services.surchargeKind.${kind}`),
                }))}
              />
              <SurchargeText form={form} name="amount" part={key} />
              <TextInput
                {...form.field(partField("from", key))}
                type="date"
                label={t("admin-services.field.validFrom")}
                required
              />
              {conditionNames.map((name) => (
                <SurchargeText key={name} form={form} name={name} part={key} />
              ))}
            </SimpleGrid>
          </Card>
        ))}
      </Stack>
    </DialogSection>
  );
}
