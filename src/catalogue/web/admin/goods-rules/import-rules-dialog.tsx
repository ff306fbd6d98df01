import { Button, FileButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { GoodsRulesImport } from "#catalogue/contract/goods-rules.ts";
import { goodsRuleColumns } from "#catalogue/rules/goods-rule-file.ts";
import { useApi } from "#catalogue/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { Dialog, DialogButtons } from "#ui/web/dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const mostErrorsShown = 20;

/** What a file would change, or what is wrong with it; nothing of what was imported. */
function Preview({ result }: { result: GoodsRulesImport }) {
  const { errors, addedCount, endedCount, closedRequestsCount } = result;
  if (errors.length > 0) {
    return (
      <ul role="alert">
        {errors.slice(0, mostErrorsShown).map(({ line, kind, value }) => (
          <li key={`${line} ${kind}`}>
            <Text size="sm" span>
              {t("admin-goods-rules.error", {
                line,
                what: t(`admin-goods-rules.error.${kind}`),
                value,
              })}
            </Text>
          </li>
        ))}
      </ul>
    );
  }
  const counts = { added: addedCount, ended: endedCount };
  const sentence =
    addedCount === 0
      ? t("admin-goods-rules.nothingNew")
      : closedRequestsCount === null
        ? null
        : t("admin-goods-rules.preview", { ...counts, closed: closedRequestsCount });
  return sentence === null ? null : (
    <Text size="sm" role="status">
      {sentence}
    </Text>
  );
}

function ImportForm({ today, onDone }: { today: string; onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [validFrom, setValidFrom] = useState(today);
  const [result, setResult] = useState<GoodsRulesImport | null>(null);
  const importing = useAction(useApi().goodsRules.importGoodsRules.mutationOptions(), {
    done: (answer) => {
      setResult(answer);
      if (!answer.isImported) return null;
      onDone();
      return { title: t("admin-goods-rules.imported") };
    },
    failed: () => t("admin-goods-rules.notImported"),
  });
  const isReady = result !== null && result.errors.length === 0 && result.addedCount > 0;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setResult(null);
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t("admin-goods-rules.columns", { columns: goodsRuleColumns.join(", ") })}
      </Text>
      <Group gap="sm">
        <FileButton onChange={choose} accept=".csv,text/csv">
          {(button) => (
            <Button {...button} variant="default">
              {t("admin-goods-rules.chooseFile")}
            </Button>
          )}
        </FileButton>
        <Text size="sm">{file?.name}</Text>
      </Group>
      <TextInput
        type="date"
        label={t("admin-goods-rules.validFrom")}
        value={validFrom}
        min={today}
        onChange={({ currentTarget }) => {
          setValidFrom(currentTarget.value);
          setResult(null);
        }}
      />
      {result === null ? null : <Preview result={result} />}
      <DialogButtons
        label={t(isReady ? "admin-goods-rules.import" : "admin-goods-rules.check")}
        isRunning={importing.isRunning}
        isDisabled={file === null || validFrom === ""}
        onCancel={onDone}
        onConfirm={() => {
          if (file === null) return;
          void importing.run({ file, validFrom, mode: isReady ? "import" : "preview" });
        }}
      />
    </Stack>
  );
}

/** Adds the rules of a file, after saying what that would change. */
export function ImportRulesDialog(props: { isOpen: boolean; today: string; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t("admin-goods-rules.import")}>
      {props.isOpen ? <ImportForm today={props.today} onDone={props.onClose} /> : null}
    </Dialog>
  );
}
