import { Text } from "@mantine/core";
import { Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** By when something is to be done; red once that has passed. */
export function Due(props: { dueAt: string; now: Date }) {
  const { dueAt, now } = props;
  const isLate = new Date(dueAt) < now;
  return (
    <Text span inherit {...(isLate ? { c: "red", fw: 600 } : {})}>
      <Moment at={dueAt} withTime />
      {isLate ? <span className="visually-hidden">{t("admin-cases.late")}</span> : null}
    </Text>
  );
}
