import { Stack, Text, Title } from "@mantine/core";
import type { Finding, Reconciliation } from "#money/contract/payments.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Code, Count, Moment, Money } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/** A difference without an amount counts too. */
export function ReportBadge(props: { report: Reconciliation }) {
  return props.report.differences.length === 0 ? (
    <StatusBadge label={t("admin-reconciliation.agrees")} color="green" />
  ) : (
    <StatusBadge label={t("admin-reconciliation.differs")} color="red" />
  );
}

function Findings(props: { title: string; findings: readonly Finding[] }) {
  if (props.findings.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {props.title}
      </Title>
      <ul className="plain-list" aria-label={props.title}>
        {props.findings.map((finding) => (
          <li
            key={`${finding.kind} ${finding.subject} ${finding.sentence}`}
            className={classes["newestRow"]}
          >
            <div className={classes["newestMain"]}>
              <Text size="sm">{finding.sentence}</Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                <Code>{finding.subject}</Code>
              </Text>
            </div>
            <div className={classes["side"]}>
              <Text span size="sm" fw={600}>
                {finding.amountCents === 0 ? null : <Money amountCents={finding.amountCents} />}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

export function ReconciliationReport(props: { report: Reconciliation }) {
  const { report } = props;
  return (
    <Stack gap="lg">
      <DefinitionList
        columns={2}
        items={[
          {
            term: t("admin-reconciliation.comparedAt"),
            value: <Moment at={report.finishedAt} withTime />,
          },
          {
            term: t("admin-reconciliation.started"),
            value: t(`admin-reconciliation.cause.${report.cause}`),
          },
          {
            term: t("admin-reconciliation.period"),
            value: (
              <RichText
                id="admin-reconciliation.periodRange"
                components={{
                  start: <Moment at={report.windowStartsAt} />,
                  end: <Moment at={report.windowEndsAt} />,
                }}
              />
            ),
          },
          {
            term: t("admin-reconciliation.paymentsCompared"),
            value: <Count value={report.paymentsCompared} />,
          },
          {
            term: t("admin-reconciliation.repaired"),
            value: <Count value={report.repairedCount} />,
          },
          {
            term: t("admin-reconciliation.difference"),
            value: <Money amountCents={report.differenceCents} />,
          },
        ]}
      />
      <Findings title={t("admin-reconciliation.differences")} findings={report.differences} />
      <Findings title={t("admin-reconciliation.repairs")} findings={report.repairs} />
    </Stack>
  );
}
