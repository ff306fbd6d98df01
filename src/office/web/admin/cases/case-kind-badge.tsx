import type { CaseKind } from "#office/rules/case.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

/** What a case is; what is no mere question stands out. */
export function CaseKindBadge({ kind }: { kind: CaseKind }) {
  return (
    <StatusBadge
      label={t(`admin-cases.kind.${kind}`)}
      color={kind === "question" || kind === "other" ? "gray" : "yellow"}
    />
  );
}
