import { Button, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { CaseSnippetSetting } from "#office/contract/case-snippets.ts";
import {
  caseSnippets,
  snippetLimit,
  unknownSnippetFields,
  type CaseSnippet,
} from "#office/rules/case-snippet.ts";
import { useApi, useApiClient } from "#office/web/api.ts";
import { languageNames } from "#platform/rules/language.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { checkedText } from "#ui/web/field-rules.ts";
import { Form, FormConflictError } from "#ui/web/form.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { NotLoaded } from "#ui/web/states.tsx";

const fields = "{name}, {number}, {date}";

const snippetText = checkedText((text) => {
  if (text === "") return t("admin-cases.textMissing");
  const [unknown] = unknownSnippetFields(text);
  return unknown === undefined
    ? null
    : t("admin-settings.caseTextField", { field: `{${unknown}}`, fields });
});

const schema = z.object({ en: snippetText, hant: snippetText, hans: snippetText });

const names = [
  ["en", "en"],
  ["hant", "zh-Hant-HK"],
  ["hans", "zh-Hans"],
] as const;

function valuesOf(texts: CaseSnippetSetting["texts"]) {
  return { en: texts.en, hant: texts["zh-Hant-HK"], hans: texts["zh-Hans"] };
}

function TextsForm({ setting }: { setting: CaseSnippetSetting }) {
  const { code, texts, ownTexts, version } = setting;
  const client = useApiClient();
  const refetch = useRefetch();
  // The version when typing began: saving after somebody else did is rejected instead of undoing their change.
  const [expectedVersion, setExpectedVersion] = useState(version);
  const form = useAppForm({
    schema,
    initialValues: valuesOf(texts),
    draft: { name: `case-text:${code}`, version: String(expectedVersion) },
    onSubmit: async ({ en, hant, hans }, { showToast, removeDraft }) => {
      const saved = await client.cases.saveSnippet({
        code,
        texts: { en, "zh-Hant-HK": hant, "zh-Hans": hans },
        expectedVersion,
      });
      removeDraft();
      setExpectedVersion(saved.version);
      refetch();
      showToast({ ...toastText("settingsSaved"), kind: "success" });
    },
  });
  return (
    <Form form={form} label={t(`admin-cases.snippet.${code}`)}>
      <FormConflictError
        form={form}
        conflict={t("admin-settings.caseTextConflict")}
        fallback={t("toasts.unexpected.description")}
      />
      {names.map(([name, language]) => (
        <Textarea
          key={name}
          {...form.field(name)}
          label={languageNames[language]}
          lang={language}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={snippetLimit}
          withAsterisk
        />
      ))}
      <Group gap="sm">
        <Button type="submit" loading={form.isSubmitting}>
          {t("admin-settings.saveCaseText")}
        </Button>
        <Button
          variant="default"
          disabled={form.isSubmitting}
          onClick={() => form.write(valuesOf(ownTexts))}
        >
          {t("admin-settings.useOwnText")}
        </Button>
      </Group>
    </Form>
  );
}

/** The texts that staff insert into what they write in cases, one at a time, in each language. */
export function CaseTextsCard() {
  const query = useQuery(useApi().cases.listSnippets.queryOptions({ input: {} }));
  const [code, setCode] = useState<CaseSnippet>(caseSnippets[0]);
  const setting = query.data?.items.find((one) => one.code === code);
  return (
    <SectionCard
      title={t("admin-settings.caseTexts")}
      description={t("admin-settings.caseTextsHint")}
    >
      {setting === undefined ? (
        <NotLoaded query={query} failure={{ title: t("admin-settings.notLoaded") }} lines={8} />
      ) : (
        <Stack gap="md">
          <Select
            label={t("admin-settings.caseText")}
            value={code}
            allowDeselect={false}
            data={caseSnippets.map((one) => ({
              value: one,
              label: t(`admin-cases.snippet.${one}`),
            }))}
            onChange={(chosen) => setCode(caseSnippets.find((one) => one === chosen) ?? code)}
          />
          <Text size="sm" c="dimmed">
            {t("admin-settings.caseTextFields", { fields })}
          </Text>
          <TextsForm key={code} setting={setting} />
        </Stack>
      )}
    </SectionCard>
  );
}
