import { Text } from "@mantine/core";
import { useState } from "react";
import type { OwnCase } from "#office/contract/cases.ts";
import { momentText, zonedMomentText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

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
        ? t("cases.late", { opened, due: zonedMomentText(dueAt) })
        : t("cases.open", { opened, due: zonedMomentText(dueAt) })}
    </Text>
  );
}
