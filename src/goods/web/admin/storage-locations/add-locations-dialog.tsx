import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import {
  maxStorageLocationsAtOnce,
  readStorageLocationCodes,
  type CodeLineError,
} from "#goods/rules/storage-location.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { checkedText } from "#ui/web/field-rules.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { capacityOf, capacityText } from "./location-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const max = maxStorageLocationsAtOnce;
const maxCharacters = 10_000;
const shownCodes = 24;

function lineErrorText({ line, text, reason }: CodeLineError): string {
  const values = { line, text };
  if (reason === "not_a_code") return t("storage-locations.lineInvalid", values);
  if (reason === "not_a_range") return t("storage-locations.lineRange", values);
  return t("storage-locations.tooManyLine", { ...values, max });
}

/** What of the typed codes is new, and what is there already. */
function readCodes(text: string, known: ReadonlySet<string>) {
  const { codes, errors } = readStorageLocationCodes(text, max);
  return {
    codes: codes.filter((code) => !known.has(code)),
    existing: codes.filter((code) => known.has(code)),
    errors,
  };
}

/** Why the typed codes cannot be added; null where they can. */
function codesError(text: string, known: ReadonlySet<string>): string | null {
  const { codes, errors } = readCodes(text, known);
  const [first] = errors;
  if (first !== undefined) return lineErrorText(first);
  if (codes.length === 0) return t("storage-locations.nothingToAdd");
  return codes.length > max ? t("storage-locations.tooMany", { count: codes.length, max }) : null;
}

function listed(codes: readonly string[], count: number): string {
  return codes.slice(0, count).join(", ");
}

/** @param props.hasError the field shows what is wrong already. */
function Preview(props: { text: string; known: ReadonlySet<string>; hasError: boolean }) {
  const { codes, existing, errors } = readCodes(props.text, props.known);
  const more = codes.length - shownCodes;
  return (
    <Stack gap={4} role="status" aria-label={t("storage-locations.preview")}>
      <Text size="sm">{t("storage-locations.previewCount", { count: codes.length })}</Text>
      {codes.length > 0 ? (
        <Text size="sm">
          <Code>{listed(codes, shownCodes)}</Code>{" "}
          {more > 0 ? <span>{t("storage-locations.previewMore", { count: more })}</span> : null}
        </Text>
      ) : null}
      {existing.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t("storage-locations.existing", {
            count: existing.length,
            codes: listed(existing, 5) + (existing.length > 5 ? ", …" : ""),
          })}
        </Text>
      ) : null}
      {errors.slice(0, props.hasError ? 0 : 3).map((error) => (
        <Text key={error.line} size="sm" c="red">
          {lineErrorText(error)}
        </Text>
      ))}
    </Stack>
  );
}

function AddForm(props: { warehouseId: string; known: ReadonlySet<string>; onDone: () => void }) {
  const { warehouseId, known, onDone } = props;
  const client = useApiClient();
  const refresh = useRefetch();
  const form = useAppForm({
    schema: z.object({
      codes: checkedText((text) => codesError(text, known)),
      capacity: capacityText,
    }),
    initialValues: { codes: "", capacity: "" },
    startAt: "codes",
    draft: { name: `storage-locations:${warehouseId}` },
    onSubmit: async ({ codes, capacity }, { showToast }) => {
      const items = readCodes(codes, known).codes.map((code) => ({
        code,
        capacity: capacityOf(capacity),
      }));
      await client.storageLocations.createStorageLocations({ warehouseId, items });
      refresh();
      showToast({
        title: t("storage-locations.added", { count: items.length }),
        kind: "success",
      });
      onDone();
    },
    // Somebody else may have entered one of them meanwhile, which the preview then leaves out.
    onError: (error) => {
      if (apiErrorCode(error) === "storage_location_exists") refresh();
    },
  });
  const { codes } = readCodes(form.values.codes, known);
  const field = form.field("codes");
  return (
    <DialogForm
      form={form}
      label={t("storage-locations.add")}
      submitLabel={t("storage-locations.addCount", { count: Math.min(codes.length, max) })}
      onCancel={onDone}
    >
      <Textarea
        {...field}
        label={t("storage-locations.codes")}
        description={t("storage-locations.codesHint", { max })}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={maxCharacters}
        spellCheck={false}
        autoCapitalize="characters"
        withAsterisk
      />
      <Preview text={form.values.codes} known={known} hasError={field.error !== undefined} />
      <TextInput
        {...form.field("capacity")}
        label={t("storage-locations.capacity")}
        description={t("storage-locations.capacityHint")}
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
      />
    </DialogForm>
  );
}

/** @param props.known the codes that the warehouse has already. */
export function AddLocationsDialog(props: {
  isOpen: boolean;
  warehouseId: string;
  known: ReadonlySet<string>;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("storage-locations.add")}
      size="lg"
    >
      {props.isOpen ? (
        <AddForm warehouseId={props.warehouseId} known={props.known} onDone={props.onClose} />
      ) : null}
    </Dialog>
  );
}
