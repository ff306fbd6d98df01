import { Box, Button, Group, Stack, Text } from "@mantine/core";
import BookOpen from "lucide-react/icons/book-open";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ListedGoodsWord } from "#goods/contract/goods-lists.ts";
import { useApi } from "#goods/web/api.ts";
import cells from "#ui/web/admin/cells.module.css";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Code, dayText } from "#ui/web/figures.tsx";
import { languageNames } from "#platform/rules/language.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { useList } from "#ui/web/use-list.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const EndWordDialog = laterPart(async () => (await import("./end-word-dialog.tsx")).EndWordDialog);
const ImportListDialog = laterPart(
  async () => (await import("./import-list-dialog.tsx")).ImportListDialog,
);
const SdrRateDialog = laterPart(async () => (await import("./sdr-rate-dialog.tsx")).SdrRateDialog);

function columnsFor(onEnd: (word: ListedGoodsWord) => void): readonly Column<ListedGoodsWord>[] {
  return [
    {
      key: "term",
      header: t("admin-goods-words.term"),
      isTitle: true,
      cell: ({ term, language }) => (
        <>
          <span lang={language}>{term}</span>
          <div className={cells["below"]}>{languageNames[language]}</div>
        </>
      ),
    },
    {
      key: "description",
      header: t("admin-goods-words.description"),
      cell: ({ description, hsCode }) => (
        <>
          <span lang="en">{description}</span>
          <div className={cells["below"]}>
            <Code>{hsCode}</Code>
          </div>
        </>
      ),
    },
    {
      key: "end",
      header: t("admin-goods-words.validUntil"),
      cell: ({ validUntil }) =>
        validUntil === null ? t("admin-goods-words.noEnd") : dayText(validUntil),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (word) => (
        <RowButton
          aria-label={t("admin-goods-words.endNamed", { term: word.term })}
          onClick={() => onEnd(word)}
        >
          {t("admin-goods-words.end")}
        </RowButton>
      ),
    },
  ];
}

/** By which rate posts choose between their forms, and how old it is. */
function SdrRateLine({ onChange }: { onChange: () => void }) {
  const query = useQuery(useApi().goods.readSdrRate.queryOptions({ input: {} }));
  if (query.data === undefined) return null;
  const { usdPerSdr, sourceDay, source } = query.data;
  return (
    <Group gap="sm" justify="space-between" px="lg" pb="md">
      <Text size="sm">
        {t("admin-goods-words.sdrRate", {
          rate: String(Number(usdPerSdr)),
          day: dayText(sourceDay),
          source,
        })}
      </Text>
      <Button variant="default" size="compact-md" onClick={onChange}>
        {t("admin-goods-words.setSdrRate")}
      </Button>
    </Group>
  );
}

/** The words by which goods are found, the lists of customs, and the rate of the special drawing right. */
export function GoodsWordsCard() {
  const api = useApi();
  const [ending, setEnding] = useState<ListedGoodsWord | null>(null);
  const [opened, setOpened] = useState<"import" | "rate" | null>(null);
  const list = useList((_view, page, search) =>
    api.goods.listWords.queryOptions({ input: { search, ...page } }),
  );
  const kind = list.search === "" ? "empty" : "noMatches";
  return (
    <>
      <ListCard
        query={list.query}
        failure={{ title: t("admin-goods-words.notLoaded") }}
        title={t("admin-goods-words.title")}
        description={t("admin-goods-words.hint")}
      >
        <Stack gap={0}>
          <Group gap="sm" align="flex-end" px="lg" pb="md">
            <SearchBox
              label={t("admin-goods-words.search")}
              placeholder={t("admin-goods-words.searchPlaceholder")}
              value={list.search}
              onSearch={(text) => list.view.write("search", text)}
            />
            <Button
              variant="default"
              leftSection={<Upload size={16} aria-hidden="true" />}
              onClick={() => setOpened("import")}
            >
              {t("admin-goods-words.import")}
            </Button>
          </Group>
          <SdrRateLine onChange={() => setOpened("rate")} />
        </Stack>
        <Box>
          <DataTable
            label={t("admin-goods-words.title")}
            columns={columnsFor(setEnding)}
            {...list.table}
            rowKey={({ language, term }) => `${language} ${term}`}
            empty={
              <EmptyState
                icon={<BookOpen size={22} />}
                title={t(`admin-goods-words.${kind}`)}
                description={t(`admin-goods-words.${kind}Hint`)}
              />
            }
          />
        </Box>
      </ListCard>
      <EndWordDialog isWanted={ending !== null} word={ending} onClose={() => setEnding(null)} />
      <ImportListDialog
        isWanted={opened === "import"}
        isOpen={opened === "import"}
        onClose={() => setOpened(null)}
      />
      <SdrRateDialog
        isWanted={opened === "rate"}
        isOpen={opened === "rate"}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
