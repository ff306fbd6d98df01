import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Printer from "lucide-react/icons/printer";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Statement } from "#money/contract/wallet.ts";
import { brandName } from "#platform/rules/brand.ts";
import { useApi } from "#money/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Moment, Money, moneyText, readerLocale } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { TransactionSubject } from "./transaction-columns.tsx";
import classes from "./wallet.module.css";

const monthCount = 24;

/** The newest months in UTC such as `2031-04`, the current one first. */
function recentMonths(now: Date): string[] {
  return Array.from({ length: monthCount }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** A plan is paid by card and does not change the balance, so its amount is shown beside its name. */
function subjectOf(line: Statement["lines"][number]) {
  return line.plan === null ? line : { ...line, reason: moneyText(line.amountCents) };
}

/** A month in the reader's locale, such as April 2031. */
function monthText(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(readerLocale(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

const columns = (): readonly Column<Statement["lines"][number]>[] => [
  {
    key: "type",
    header: t("common.type"),
    isTitle: true,
    cell: (line) => <TransactionSubject transaction={subjectOf(line)} />,
  },
  {
    key: "at",
    header: t("common.date"),
    isNoWrap: true,
    cell: (line) => <Moment at={line.at} withTime />,
  },
  {
    key: "change",
    header: t("wallet.change"),
    align: "end",
    isNoWrap: true,
    cell: (line) => <MoneyWithApproximation amountCents={line.changeCents} signed />,
  },
  {
    key: "balance",
    header: t("wallet.balance"),
    align: "end",
    isNoWrap: true,
    cell: (line) => <Money amountCents={line.balanceCents} />,
  },
];

function Sum(props: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Sheet(props: { statement: Statement }) {
  const { statement } = props;
  return (
    <div className={classes["sheet"]}>
      <SectionCard flush>
        <Stack gap="md" p="lg">
          <Group justify="space-between" align="flex-start" gap="md">
            <Stack gap={2}>
              <Title order={2} size="h3">
                {monthText(statement.month)}
              </Title>
              <Text size="sm" c="dimmed">
                {t("wallet.statement.about", { brand: brandName })}
              </Text>
              {statement.isComplete ? null : (
                <Text size="sm">{t("wallet.statement.notFinal")}</Text>
              )}
            </Stack>
            <Stack gap={2}>
              <Text fw={600}>{statement.fullName}</Text>
              <Text size="sm">{statement.email}</Text>
            </Stack>
          </Group>
          <dl className={classes["sums"]}>
            <Sum term={t("wallet.statement.opening")}>
              <MoneyWithApproximation amountCents={statement.openingCents} />
            </Sum>
            <Sum term={t("wallet.statement.moneyIn")}>
              <MoneyWithApproximation amountCents={statement.inCents} signed />
            </Sum>
            <Sum term={t("wallet.statement.moneyOut")}>
              <MoneyWithApproximation amountCents={-statement.outCents} />
            </Sum>
            <Sum
              term={t(statement.isComplete ? "wallet.statement.closing" : "wallet.statement.now")}
            >
              <MoneyWithApproximation amountCents={statement.closingCents} />
            </Sum>
          </dl>
        </Stack>
        <DataTable
          label={t("wallet.statement.transactions")}
          columns={columns()}
          rows={statement.lines}
          rowKey={({ id }) => id}
          empty={
            <Text p="lg" pt={0} size="sm" c="dimmed">
              {t("sentences.noTransactions")}
            </Text>
          }
        />
      </SectionCard>
    </div>
  );
}

export default function StatementPage() {
  const api = useApi();
  const [search, setSearch] = useSearchParams();
  const [months] = useState(() => recentMonths(new Date()));
  const month = months.find((known) => known === search.get("month")) ?? months[0] ?? "";
  const query = useQuery(
    api.wallet.readStatement.queryOptions({ input: { month }, placeholderData: keepPreviousData }),
  );
  return (
    <>
      <PageHeader
        title={t("wallet.statement.title")}
        description={t("wallet.statement.description")}
        above={
          <BackLink to="/dashboard/wallet?tab=history" label={t("wallet.statement.backToWallet")} />
        }
        actions={
          <Button
            leftSection={<Printer size={16} aria-hidden="true" />}
            disabled={!query.data}
            onClick={() => window.print()}
          >
            {t("wallet.statement.print")}
          </Button>
        }
      />
      <Stack gap="lg">
        <Select
          label={t("wallet.statement.month")}
          w={{ base: "100%", xs: 220 }}
          data={months.map((value) => ({ value, label: monthText(value) }))}
          value={month}
          allowDeselect={false}
          onChange={(value) => setSearch(value ? { month: value } : {}, { replace: true })}
        />
        {query.data ? (
          <Sheet statement={query.data} />
        ) : (
          <NotLoaded
            query={query}
            failure={{
              title: t("wallet.statement.notLoaded"),
              description: t("common.pleaseTryAgain"),
            }}
            lines={6}
            isCard
          />
        )}
      </Stack>
    </>
  );
}
