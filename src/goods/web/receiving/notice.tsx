import { Text } from "@mantine/core";
import type { DeskNotice } from "./desk-events.ts";
import { t } from "#ui/web/i18n/messages.tsx";

function noticeText(notice: DeskNotice): string {
  if (notice.kind === "refused") return notice.sentence;
  if (notice.kind === "held") return t("receiving.notice.held", { scan: notice.scan });
  if (notice.kind === "saved") {
    return notice.name === null
      ? t("receiving.savedWithoutNumber")
      : t("receiving.notice.saved", { name: notice.name });
  }
  if (notice.kind === "moved") {
    return t("receiving.move.moved", { name: notice.name, code: notice.code });
  }
  if (notice.kind === "not_moved") return t("receiving.move.notMoved", { name: notice.name });
  return t(`receiving.notice.${notice.kind}`);
}

/** Why nothing was done, or what was. */
export function Notice({ notice }: { notice: DeskNotice | null }) {
  if (notice === null) return null;
  return (
    <Text fw={600} mt={4} data-notice={notice.kind}>
      {noticeText(notice)}
    </Text>
  );
}
