import { Alert, Button, Group, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import PackageX from "lucide-react/icons/package-x";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import type { StoredGoodsRule } from "#catalogue/contract/goods-rules.ts";
import { isWithoutRules } from "#catalogue/rules/goods-rule.ts";
import { mayBeRequested } from "#catalogue/rules/shipping-service.ts";
import { useApi } from "#catalogue/web/api.ts";
import { CarriersLoaded, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { ruledFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { sourceText } from "#catalogue/web/admin/shipping-services/source-text.ts";
import { useAction } from "#ui/web/action.ts";
import cells from "#ui/web/admin/cells.module.css";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { dayText, readerLocale } from "#ui/web/figures.tsx";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { AddRuleDialog } from "./add-rule-dialog.tsx";
import { ImportRulesDialog } from "./import-rules-dialog.tsx";

/** For which services a rule counts. */
function scopeText(
  { serviceCode, carrierCode, mode, countryCode }: StoredGoodsRule,
  carrierOf: (code: string) => string,
): string {
  const parts = [
    ...(serviceCode === null ? [] : [serviceCode]),
    ...(carrierCode === null ? [] : [carrierOf(carrierCode)]),
    ...(mode === null ? [] : [t(`admin-services.mode.${mode}`)]),
    ...(countryCode === null ? [] : [countryName(countryCode)]),
  ];
  return parts.length === 0 ? t("admin-goods-rules.anyService") : parts.join(" · ");
}

function answerText({ answer, needsProof }: StoredGoodsRule): string {
  return needsProof ? t("admin-goods-rules.withProof") : t(`admin-goods-rules.answer.${answer}`);
}

function columnsFor(
  carrierOf: (code: string) => string,
  onEnd: (rule: StoredGoodsRule) => void,
): readonly Column<StoredGoodsRule>[] {
  return [
    {
      key: "goods",
      header: t("admin-goods-rules.goods"),
      isTitle: true,
      cell: (rule) => (
        <>
          <span>{ruledFlagLabel(rule.flag)}</span>
          <div className={cells["below"]}>{scopeText(rule, carrierOf)}</div>
        </>
      ),
    },
    {
      key: "answer",
      header: t("admin-goods-rules.answer"),
      cell: (rule) => (
        <>
          <span>{answerText(rule)}</span>
          <div className={cells["below"]}>{rule.texts[documentLanguage()]}</div>
        </>
      ),
    },
    {
      key: "source",
      header: t("admin-goods-rules.source"),
      cell: ({ source, sourceDay, confidence }) => (
        <>
          <span>{sourceText(source)}</span>
          <div className={cells["below"]}>
            {t("admin-goods-rules.asked", {
              day: dayText(sourceDay),
              confidence: t(`admin-goods-rules.confidence.${confidence}`),
            })}
          </div>
        </>
      ),
    },
    {
      key: "days",
      header: t("admin-goods-rules.days"),
      isNoWrap: true,
      cell: ({ validFrom, validUntil }) =>
        validUntil === null
          ? t("admin-goods-rules.from", { day: dayText(validFrom) })
          : t("admin-goods-rules.until", { day: dayText(validUntil) }),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (rule) =>
        rule.validUntil === null ? (
          <RowButton
            aria-label={t("admin-goods-rules.endNamed", { goods: ruledFlagLabel(rule.flag) })}
            onClick={() => onEnd(rule)}
          >
            {t("admin-goods-rules.end")}
          </RowButton>
        ) : null,
    },
  ];
}

function EndDialog(props: { rule: StoredGoodsRule | null; today: string; onClose: () => void }) {
  const { rule, today } = props;
  const ending = useAction(useApi().goodsRules.endGoodsRule.mutationOptions(), {
    done: () => ({ title: t("admin-goods-rules.ended") }),
    failed: () => t("admin-goods-rules.notEnded"),
  });
  return (
    <ConfirmDialog
      isOpen={rule !== null}
      onClose={props.onClose}
      title={t("admin-goods-rules.endQuestion")}
      confirmLabel={t("admin-goods-rules.end")}
      onConfirm={async () =>
        rule !== null && (await ending.run({ goodsRuleId: rule.id, on: today }))
      }
    >
      {rule === null ? null : t("admin-goods-rules.endHint", { goods: ruledFlagLabel(rule.flag) })}
    </ConfirmDialog>
  );
}

/** Names the services in use that no rule can close, so that a manager sees what was forgotten. */
function WithoutRules({ rules }: { rules: readonly StoredGoodsRule[] }) {
  const { data } = useQuery(
    useApi().shippingServices.listShippingServices.queryOptions({ input: {} }),
  );
  const services = (data?.items ?? []).flatMap(({ current }) => current ?? []);
  const names = services
    .filter((one) => mayBeRequested(one) && isWithoutRules({ ...one, legs: [] }, rules))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Alert color="yellow" mx="md" mb="md">
      {t("admin-goods-rules.without", {
        services: new Intl.ListFormat(readerLocale()).format(names),
      })}
    </Alert>
  );
}

function Rules() {
  const view = useTableView();
  const on = view.read("on");
  const { nameOf } = useCarriers();
  const [ended, setEnded] = useState<StoredGoodsRule | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const query = useQuery(
    useApi().goodsRules.listGoodsRules.queryOptions({ input: on === "" ? {} : { on } }),
  );
  const today = query.data?.today ?? "";
  return (
    <ListCard
      query={query}
      failure={{ title: t("admin-goods-rules.notLoaded") }}
      title={t("admin-goods-rules.title")}
      description={t("admin-goods-rules.hint")}
    >
      <Group gap="sm" align="flex-end" px="md" pb="md">
        <TextInput
          type="date"
          label={t("admin-goods-rules.on")}
          value={on}
          onChange={({ currentTarget }) => view.write("on", currentTarget.value)}
        />
        <Button
          component="a"
          href="/api/admin/goods-rules/rules.csv"
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
        >
          {t("admin-goods-rules.export")}
        </Button>
        <Button
          variant="default"
          leftSection={<Upload size={16} aria-hidden="true" />}
          disabled={today === ""}
          onClick={() => setImporting(true)}
        >
          {t("admin-goods-rules.import")}
        </Button>
        <Button
          leftSection={<Plus size={16} aria-hidden="true" />}
          disabled={today === ""}
          onClick={() => setAdding(true)}
        >
          {t("admin-goods-rules.add")}
        </Button>
      </Group>
      {query.data === undefined ? null : <WithoutRules rules={query.data.items} />}
      <DataTable
        label={t("admin-goods-rules.title")}
        columns={columnsFor(nameOf, setEnded)}
        rows={query.data?.items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<PackageX size={22} />}
            title={t("admin-goods-rules.empty")}
            description={t("admin-goods-rules.emptyHint")}
          />
        }
      />
      <EndDialog rule={ended} today={today} onClose={() => setEnded(null)} />
      <AddRuleDialog isOpen={isAdding} today={today} onClose={() => setAdding(false)} />
      <ImportRulesDialog isOpen={isImporting} today={today} onClose={() => setImporting(false)} />
    </ListCard>
  );
}

/** The rules of which goods services take: as they count on a day, with what adds, ends, imports and exports them. */
export function GoodsRulesCard() {
  return (
    <CarriersLoaded>
      <Rules />
      <Text size="sm" c="dimmed" mt="md">
        {t("admin-goods-rules.most")}
      </Text>
    </CarriersLoaded>
  );
}
