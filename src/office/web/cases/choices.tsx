import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { CaseMessage, OwnCaseDetails } from "#office/contract/case-fields.ts";
import { choiceEnd } from "#office/rules/case-choice.ts";
import { useApi } from "#office/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import classes from "./cases.module.css";
import { ChoiceList, effectText } from "./choice-list.tsx";

const ChoiceDialog = laterPart(async () => (await import("./choice-dialog.tsx")).ChoiceDialog);

type Choice = NonNullable<CaseMessage["choices"]>[number];

/**
 * The choices of a message as buttons while its customer may choose; then what was chosen. One that moves goods or money asks
 * once more.
 */
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
  const [asked, setAsked] = useState<Choice | null>(null);
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
  const choose = (code: string) =>
    run({ caseId, messageId: message.id, code, idempotencyKey: crypto.randomUUID() });
  return (
    <>
      {end === null ? (
        <div className={classes["choices"]} role="group" aria-label={t("cases.choices")}>
          {message.choices.map((choice) => (
            <div key={choice.code}>
              <Button
                variant="default"
                fullWidth
                classNames={{ root: classes["choice"] ?? "", label: classes["choiceLabel"] ?? "" }}
                disabled={isRunning}
                onClick={() => {
                  if (choice.effect === null) void choose(choice.code);
                  else setAsked(choice);
                }}
              >
                {choice.label}
              </Button>
              {choice.effect === null ? null : (
                <Text size="xs" c="dimmed" mt={4}>
                  {effectText(choice.effect)}
                </Text>
              )}
            </div>
          ))}
        </div>
      ) : (
        <ChoiceList message={message} />
      )}
      <ChoiceDialog
        isWanted={asked !== null}
        choice={end === null ? asked : null}
        onClose={() => setAsked(null)}
        onConfirm={choose}
      />
    </>
  );
}
