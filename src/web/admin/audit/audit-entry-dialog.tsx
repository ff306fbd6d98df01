import { Stack, Table, Text } from "@mantine/core";
import type { AuditEntry } from "#contract/audit.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { actionLabel, changedFacts, shownMessage } from "./audit-labels.ts";
import { useRetainedValue } from "#web/admin/retained-value.ts";

function Facts({ entry }: { entry: AuditEntry }) {
  const facts = changedFacts(entry.before, entry.after);
  if (facts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No changed fields were recorded.
      </Text>
    );
  }
  return (
    <section tabIndex={0} aria-label="Before and after" style={{ overflowX: "auto" }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{before}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }} fw={before === after ? 400 : 600}>
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
              { term: "Actor", value: entry.actorEmail ?? "Operator at the console" },
              { term: "Time", value: momentText(entry.createdAt, true) },
              ...(entry.targetName === null ? [] : [{ term: "Target", value: entry.targetName }]),
              { term: "Target id", value: entry.target || "–" },
              {
                term: "Result",
                value: entry.errorCode === null ? "Done" : shownMessage(entry.errorCode),
              },
              { term: "Reason", value: entry.reason ?? "–" },
              { term: "IP address", value: entry.ipAddress ?? "–" },
              { term: "Operation", value: entry.action },
            ]}
          />
          <Facts entry={entry} />
        </Stack>
      ) : null}
    </Dialog>
  );
}
