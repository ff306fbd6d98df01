import { Anchor, Button, Group, Input, Stack, Text, Textarea } from "@mantine/core";
import FileUp from "lucide-react/icons/file-up";
import { useRef, useState } from "react";
import { rateColumns, rateFileLimits, rateTemplate } from "#catalogue/rules/rate-import.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { ChooseAgain, TooLongToKeep } from "#ui/web/draft-notes.tsx";
import { readerLocale } from "#ui/web/figures.tsx";
import { readTextFile } from "#ui/web/admin/text-file-field.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/** A larger file is not shown, since typing into its text would be slow. */
const mostShownBytes = 200_000;

function sizeText(bytes: number): string {
  const format = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return (bytes / 1_048_576).toLocaleString(readerLocale(), format);
}

type Props = {
  readonly form: AppForm<"csv" | "fileName">;
  /** A file that is too long to be shown; null where the rows are in the form. */
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  /** None while they load. */
  readonly services: readonly {
    readonly code: string;
    readonly current: { readonly currency: DisplayCurrency } | null;
  }[];
};

/** 'HKD: hk-post-air, hk-post-ems; SGD: line-eu'; empty where no service has any. */
function currenciesText(services: Props["services"]): string {
  const byCurrency = Map.groupBy(services, ({ current }) => current?.currency ?? null);
  byCurrency.delete(null);
  return [...byCurrency]
    .map(([currency, those]) => `${currency}: ${those.map(({ code }) => code).join(", ")}`)
    .join("; ");
}

/** What is wrong with the rows or the file. */
export function csvError(csv: string, file: File | null): string | null {
  if (file === null && csv === "") return t("admin-services.csvMissing");
  const bytes = file?.size ?? csv.length;
  return bytes > rateFileLimits.bytes ? t("admin-services.csvTooLarge") : null;
}

function ChosenFile({
  form,
  file,
  onRemove,
}: {
  form: Props["form"];
  file: File;
  onRemove: () => void;
}) {
  const { error } = form.field("csv");
  return (
    <Input.Wrapper
      label={t("admin-services.csv")}
      labelElement="div"
      description={t("admin-services.fileHint")}
      error={error}
      required
    >
      <Group gap="sm" mt={6}>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {t("admin-services.fileSize", { name: file.name, size: sizeText(file.size) })}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={onRemove}>
          {t("admin-services.removeFile")}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}

function PastedRows({ form, services }: Pick<Props, "form" | "services">) {
  const currencies = currenciesText(services);
  return (
    <Textarea
      {...form.field("csv")}
      label={t("admin-services.csv")}
      description={
        <RichText
          id="admin-services.csvHint"
          values={{
            columns: rateColumns.join(", "),
            hasCurrencies: String(currencies !== ""),
            currencies,
          }}
          components={{ code: <code /> }}
        />
      }
      styles={{
        input: { fontFamily: "var(--mantine-font-family-monospace)", whiteSpace: "pre" },
      }}
      rows={10}
      spellCheck={false}
      required
    />
  );
}

/** A file of rates, or its rows in the form, where a wrong one can be corrected. */
export function RatesFileField({ form, file, onFile, services }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const read = async (chosen: File | undefined) => {
    if (input.current) input.current.value = "";
    if (chosen === undefined) return;
    try {
      if (chosen.size <= mostShownBytes) {
        const text = await readTextFile(chosen);
        if (text === null) form.reject({ csv: t("common.encodingUnknown") });
        else {
          form.write({ csv: text, fileName: "" });
          onFile(null);
        }
      } else {
        // A copy, since a file that has changed on the device can no longer be sent.
        const isSent = chosen.size <= rateFileLimits.bytes;
        const kept = isSent ? new File([await chosen.arrayBuffer()], chosen.name) : chosen;
        form.write({ csv: "", fileName: chosen.name });
        onFile(kept);
        const wrong = csvError("", kept);
        if (wrong !== null) form.reject({ csv: wrong });
      }
      setUnreadable(false);
    } catch {
      setUnreadable(true);
    }
  };
  const remove = () => {
    form.write({ fileName: "" });
    onFile(null);
  };
  const { csv, fileName } = form.values;
  const isLost = file === null && csv === "" && fileName !== "";
  return (
    <Stack gap="xs" align="stretch">
      <ChooseAgain names={isLost ? [fileName] : []} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<FileUp size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t(file === null ? "admin-services.chooseFile" : "admin-services.chooseOther")}
        </Button>
        {file === null ? (
          <Text size="sm" c="dimmed">
            {t("admin-services.orPaste")}
          </Text>
        ) : null}
        <Anchor
          size="sm"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(rateTemplate)}`}
          download="rates-template.csv"
        >
          {t("admin-services.template")}
        </Anchor>
      </Group>
      {isUnreadable ? (
        <Input.Error role="alert">{t("admin-services.fileNotRead")}</Input.Error>
      ) : null}
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label={t("admin-services.chooseFile")}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      {file === null ? (
        <>
          <PastedRows form={form} services={services} />
          <TooLongToKeep text={csv} />
        </>
      ) : (
        <ChosenFile form={form} file={file} onRemove={remove} />
      )}
    </Stack>
  );
}
