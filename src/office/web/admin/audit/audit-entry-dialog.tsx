import { Stack, Table, Text } from "@mantine/core";
import type { AuditEntry } from "#office/contract/audit.ts";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { actionLabel, shownMessage } from "./audit-labels.ts";
import { changedFacts } from "./changed-facts.ts";
import { useRetainedValue } from "#ui/web/admin/retained-value.ts";
import { t } from "./details-messages.ts";

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const facts = changedFacts(entry.before, entry.after);
  if (facts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-audit-details.noChanges")}
      </Text>
    );
  }
  return (
    <section
      tabIndex={0}
      aria-label={t("admin-audit-details.beforeAndAfter")}
      style={{ overflowX: "auto" }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("admin-audit-details.fieldHeader")}</Table.Th>
            <Table.Th>{t("admin-audit-details.before")}</Table.Th>
            <Table.Th>{t("admin-audit-details.after")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere", minWidth: "5.5rem" }}>{before}</Table.Td>
              <Table.Td
                style={{ overflowWrap: "anywhere", minWidth: "5.5rem" }}
                fw={before === after ? 400 : 600}
              >
                {after}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** @param props.entry null closes the dialog. */
export function AuditEntryDialog(props: { entry: AuditEntry | null; onClose: () => void }) {
  const entry = useRetainedValue(props.entry);
  return (
    <Dialog
      isOpen={props.entry !== null}
      onClose={props.onClose}
      title={entry === null ? "" : actionLabel(entry.action)}
      size="lg"
    >
      {entry ? (
        <Stack gap="lg">
          <DefinitionList
            items={[
              {
                term: t("admin-audit.actor"),
                value: entry.actorEmail ?? t("admin-audit-details.operatorAtConsole"),
              },
              { term: t("admin-audit.time"), value: momentText(entry.createdAt, true) },
              ...(entry.targetName === null
                ? []
                : [{ term: t("admin-audit.target"), value: entry.targetName }]),
              { term: t("admin-audit-details.targetId"), value: entry.target || "–" },
              {
                term: t("common.result"),
                value:
                  entry.errorCode === null
                    ? t("admin-audit.outcome.done")
                    : shownMessage(entry.errorCode),
              },
              { term: t("common.reason"), value: entry.reason ?? "–" },
              { term: t("admin-audit-details.ipAddress"), value: entry.ipAddress ?? "–" },
              { term: t("admin-audit-details.operation"), value: entry.action },
            ]}
          />
          <EntryFacts entry={entry} />
        </Stack>
      ) : null}
    </Dialog>
  );
}
