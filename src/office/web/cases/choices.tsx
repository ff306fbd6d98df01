import { Button, Text } from "@mantine/core";
import type { CaseMessage, OwnCaseDetails } from "#office/contract/case-fields.ts";
import { choiceEnd } from "#office/rules/case-choice.ts";
import { useApi } from "#office/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./cases.module.css";
import { ChoiceList, effectText } from "./choice-list.tsx";

/** The choices of a message as buttons while its customer may choose; then what was chosen. */
export function CaseChoices(props: { written: OwnCaseDetails; message: CaseMessage; now: Date }) {
  const { written, message, now } = props;
  const { id: caseId, state, answerBy, messages } = written;
  const { run, isRunning } = useAction(useApi().cases.chooseInCase.mutationOptions(), {
    done: ({ messages: shown }) =>
      shown.at(-1)?.event === "choice_not_possible"
        ? { title: t("cases.event.choice_not_possible"), kind: "destructive" }
        : { title: t("cases.choiceSent") },
    failed: () => t("cases.notConfirmed"),
    waits: true,
  });
  if (message.choices === null) return null;
  const end = choiceEnd({
    isChosen: message.chosenCode !== null,
    isNewest: messages.findLast(({ choices }) => choices !== null)?.id === message.id,
    isClosed: state === "closed",
    isOverdue: messages
      .slice(messages.findIndex(({ id }) => id === message.id))
      .some(({ event }) => event === "answer_overdue"),
    answerBy: answerBy === null ? null : new Date(answerBy),
    now,
  });
  if (end !== null) return <ChoiceList message={message} />;
  return (
    <div className={classes["choices"]} role="group" aria-label={t("cases.choices")}>
      {message.choices.map(({ code, label, effect }) => (
        <div key={code}>
          <Button
            variant="default"
            fullWidth
            disabled={isRunning}
            onClick={() =>
              void run({
                caseId,
                messageId: message.id,
                code,
                idempotencyKey: crypto.randomUUID(),
              })
            }
          >
            {label}
          </Button>
          {effect === null ? null : (
            <Text size="xs" c="dimmed" mt={4}>
              {effectText(effect)}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}
