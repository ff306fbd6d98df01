import { Text } from "@mantine/core";
import type { CaseMessage } from "#office/contract/case-fields.ts";
import type { ChoiceEffect } from "#office/rules/case-choice.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./cases.module.css";

/** What is done when a choice is made, for both sides. */
export function effectText(effect: ChoiceEffect): string {
  return t(`cases.effect.${effect}`);
}

/** What staff let a customer choose: what was chosen, or for how long nobody has. */
export function ChoiceList(props: { message: CaseMessage }) {
  const { choices, chosenCode } = props.message;
  if (choices === null) return null;
  return (
    <ul className={`plain-list ${classes["choices"]}`}>
      {choices.map(({ code, label, effect }) => (
        <li key={code} {...(code === chosenCode && { className: classes["chosen"] })}>
          <span>{code === chosenCode ? t("cases.chosen", { label }) : label}</span>
          {effect === null ? null : (
            <Text span size="xs" c="dimmed" display="block">
              {effectText(effect)}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
