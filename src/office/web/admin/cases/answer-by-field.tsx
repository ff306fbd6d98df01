import { TextInput } from "@mantine/core";
import { momentOf } from "#goods/web/admin/shipments/leg-draft.ts";
import { mostAnswerDays } from "#office/rules/case-choice.ts";
import { addDays } from "#platform/rules/calendar.ts";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Why nobody can be asked to answer by a typed time; null where they can, also without one. */
export function answerByError(text: string): string | null {
  if (text === "") return null;
  const [now, at] = [new Date(), new Date(momentOf(text) ?? Number.NaN)];
  const isInTime = at > now && at <= addDays(now, mostAnswerDays);
  return isInTime ? null : t("admin-cases.answerByWrong", { days: mostAnswerDays });
}

/** As it is sent: nothing where no time was typed. */
export function sentAnswerBy(text: string): { readonly answerBy?: string } {
  const answerBy = momentOf(text);
  return answerBy === null ? {} : { answerBy };
}

/** By when a customer is to answer, in the time zone of who asks. */
export function AnswerByField(props: { field: Field; hint: string }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const zone = t("admin-cases.answerByZone", { zone: timeZone });
  return (
    <TextInput
      {...props.field}
      type="datetime-local"
      label={t("admin-cases.answerBy")}
      description={[props.hint, zone].join(" · ")}
      autoComplete="off"
    />
  );
}
