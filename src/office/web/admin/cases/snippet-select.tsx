import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#office/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Texts that staff insert, in the language of the customer. */
export function SnippetSelect(props: { caseId: string; onChoose: (text: string) => void }) {
  const { caseId } = props;
  const { data } = useQuery(useApi().cases.readSnippets.queryOptions({ input: { caseId } }));
  if (data === undefined) return null;
  return (
    <Select
      label={t("admin-cases.snippet")}
      description={t("admin-cases.snippetHint")}
      value={null}
      data={data.items.map(({ code }) => ({
        value: code,
        label: t(`admin-cases.snippet.${code}`),
      }))}
      onChange={(chosen) => {
        const found = data.items.find(({ code }) => code === chosen);
        if (found !== undefined) props.onChoose(found.text);
      }}
    />
  );
}
