import { Text } from "@mantine/core";
import { useState } from "react";
import type { OwnCase } from "#office/contract/cases.ts";
import { momentText, readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const weekMilliseconds = 6 * 24 * 60 * 60 * 1000;

/** A moment of the next days by its weekday, such as 'Monday 11:00', any other with its date. */
function dueText(dueAt: string, now: Date): string {
  const due = new Date(dueAt);
  if (due.getTime() - now.getTime() > weekMilliseconds) return momentText(dueAt, true);
  return due.toLocaleString(readerLocale(), {
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** When something was written, by when it is answered, and what the answer was. */
export function CaseNote(props: { written: OwnCase }) {
  const { openedAt, dueAt, closedAt, outcome } = props.written;
  const [now] = useState(() => new Date());
  const opened = momentText(openedAt);
  if (closedAt !== null)
    return (
      <>
        <Text size="sm">{t("cases.answered", { opened, closed: momentText(closedAt) })}</Text>
        <Text size="sm" className="written-lines">
          {outcome}
        </Text>
      </>
    );
  const isLate = new Date(dueAt) < now;
  return (
    <Text size="sm">
      {isLate
        ? t("cases.late", { opened, due: momentText(dueAt, true) })
        : t("cases.open", { opened, due: dueText(dueAt, now) })}
    </Text>
  );
}
