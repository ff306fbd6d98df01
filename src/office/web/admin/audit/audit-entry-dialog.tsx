import { Stack, Table, Text } from "@mantine/core";
import type { AuditEntry } from "#office/contract/audit.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { momentText, moneyText, weightText, optionalText } from "#ui/web/figures.tsx";
import { actionLabel, shownMessage, wordsOf } from "./audit-labels.ts";
import { isMessage, t } from "#ui/web/i18n/messages.tsx";
import { languages, type NamesByLanguage } from "#platform/rules/language.ts";
import { namesText } from "#ui/web/admin/names.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";

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
  const { entry } = props;
  return (
    <Dialog
      isOpen={entry !== null}
      onClose={props.onClose}
      title={entry === null ? null : actionLabel(entry.action)}
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
              { term: t("admin-audit-details.targetId"), value: optionalText(entry.target) },
              {
                term: t("common.result"),
                value:
                  entry.errorCode === null
                    ? t("admin-audit.outcome.done")
                    : shownMessage(entry.errorCode),
              },
              { term: t("common.reason"), value: optionalText(entry.reason) },
              { term: t("admin-audit-details.ipAddress"), value: optionalText(entry.ipAddress) },
              { term: t("admin-audit-details.operation"), value: entry.action },
            ]}
          />
          <EntryFacts entry={entry} />
        </Stack>
      ) : null}
    </Dialog>
  );
}

type ChangedFact = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

type Facts = Readonly<Record<string, unknown>> | null;

/** The label of a field, without a unit at the end, which is shown with the value. */
function factLabel(name: string): string {
  const fact = name.replace(/(Cents|Grams|At)$/, "");
  const id = `admin-audit-details.field.${fact}`;
  return isMessage(id) ? t(id) : wordsOf(fact);
}

function isNames(value: unknown): value is NamesByLanguage {
  return typeof value === "object" && value !== null && languages.every((one) => one in value);
}

function factText(facts: Facts, name: string): string {
  const value = facts?.[name];
  if (value === undefined) return "–";
  if (value === null || value === "") return t("admin-audit-details.none");
  if (isNames(value)) return namesText(value);
  if (name === "status") return statusLabel(String(value as string));
  if (typeof value === "boolean")
    return t(value ? "admin-audit-details.yes" : "admin-audit-details.no");
  if (typeof value === "number" && name.endsWith("Cents")) return moneyText(value);
  if (typeof value === "number" && name.endsWith("Grams")) return weightText(value);
  if (typeof value === "string" && name.endsWith("At")) return momentText(value, true);
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number);
}

/** Every field of an entry as text, with a dash where it was not recorded. */
export function changedFacts(before: Facts, after: Facts): readonly ChangedFact[] {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
  return names.map((name) => ({
    name: factLabel(name),
    before: factText(before, name),
    after: factText(after, name),
  }));
}
