import { Anchor, Group, Stack, Text, Textarea } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import type { ListedQuestion } from "#tracking/contract/tracking.ts";
import { useRefetch } from "#ui/web/action.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useApi, useApiClient } from "#tracking/web/api.ts";
import { storedCarrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { Code, Moment, momentText } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { useList } from "#ui/web/use-list.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { subjectAddress } from "./tracker-state.tsx";

/** What happened, in a sentence with both days where a carrier contradicts a delivery. */
function questionText(question: ListedQuestion): string {
  const { statusSince, statusSource, questionAt } = question;
  if (question.question !== "contradiction" || statusSince === null) {
    return t(`admin-tracking.kind.${question.question}`);
  }
  const days = { delivered: momentText(statusSince), moved: momentText(questionAt) };
  if (statusSource === "staff") return t("admin-tracking.deliveredByStaff", days);
  return statusSource === "carrier"
    ? t("admin-tracking.deliveredByCarrier", days)
    : t("admin-tracking.deliveredByRoute", days);
}

function Question({ question }: { question: ListedQuestion }) {
  const { description } = question;
  return (
    <>
      <span>{questionText(question)}</span>
      {description === null || description === "" ? null : (
        <div className={cells["below"]} style={{ overflowWrap: "anywhere" }}>
          <bdi>{description}</bdi>
        </div>
      )}
    </>
  );
}

/** Of the leg, or that it is an inbound parcel. */
function placeText({ legNumber, origin, destination }: ListedQuestion): string {
  if (legNumber === null || origin === null || destination === null) {
    return t("admin-tracking.inboundParcel");
  }
  return t("admin-tracking.route", {
    leg: legNumber,
    origin: placeName(origin),
    destination: placeName(destination),
  });
}

function answerName({ trackingNumber: number, legNumber: leg }: ListedQuestion): string {
  return leg === null
    ? t("admin-tracking.answerParcel", { number })
    : t("admin-tracking.answerNamed", { number, leg });
}

/** Who attends to a question, where staff take them one by one. */
type AssignedQuestions = {
  readonly column: Column<ListedQuestion>;
  readonly button: (question: ListedQuestion) => Elements;
  /** The things to list; undefined: all. */
  readonly subjectIds: readonly string[] | undefined;
  /** Shown where none of them asks anything. */
  readonly empty: Elements;
};

function columnsFor(
  carrierOf: (stored: string) => string,
  onAnswer: (question: ListedQuestion) => void,
  assigned: AssignedQuestions | undefined,
): readonly Column<ListedQuestion>[] {
  return [
    {
      key: "leg",
      header: t("common.trackingNumber"),
      isTitle: true,
      cell: (question) => (
        <>
          <Anchor component={Link} inherit underline="hover" to={subjectAddress(question)}>
            <Code>{question.trackingNumber}</Code>
          </Anchor>
          <div className={cells["below"]}>
            <span>{placeText(question)}</span>
            {question.carrier === null ? null : (
              <span>{["", carrierOf(question.carrier)].join(" · ")}</span>
            )}
          </div>
        </>
      ),
    },
    {
      key: "question",
      header: t("admin-tracking.question"),
      cell: (question) => <Question question={question} />,
    },
    {
      key: "at",
      header: t("admin-tracking.happenedAt"),
      isNoWrap: true,
      cell: ({ questionAt }) => <Moment at={questionAt} withTime />,
    },
    ...(assigned === undefined ? [] : [assigned.column]),
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (question) => {
        const assignButton: Elements = assigned?.button(question);
        return (
          <Group component="span" gap={6} wrap="nowrap" justify="flex-end">
            <RowButton aria-label={answerName(question)} onClick={() => onAnswer(question)}>
              {t("admin-tracking.answer")}
            </RowButton>
            {assignButton}
          </Group>
        );
      },
    },
  ];
}

const schema = z.object({ note: requiredText(() => t("admin-tracking.noteMissing")) });

function AnswerForm(props: { question: ListedQuestion; onClose: () => void }) {
  const { subjectId, questionAt } = props.question;
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: { note: "" },
    startAt: "note",
    draft: { name: `tracking-question:${subjectId}:${questionAt}` },
    onSubmit: async ({ note }, { showToast, removeDraft }) => {
      try {
        await client.tracking.answerQuestion({ subjectId, questionAt, note });
      } finally {
        refetch();
      }
      removeDraft();
      showToast({ title: t("admin-tracking.answered"), kind: "success" });
      props.onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("admin-tracking.answerTitle")}
      submitLabel={t("admin-tracking.answerTitle")}
      conflict={t("admin-tracking.questionChanged")}
      onCancel={props.onClose}
    >
      <Textarea
        {...form.field("note")}
        label={t("admin-tracking.note")}
        description={t("admin-tracking.answerHint")}
        maxLength={500}
        autosize
        minRows={2}
        maxRows={8}
        withAsterisk
      />
    </DialogForm>
  );
}

function AnswerDialog(props: { question: ListedQuestion | null; onClose: () => void }) {
  const { question } = props;
  return (
    <Dialog
      isOpen={question !== null}
      onClose={props.onClose}
      title={t("admin-tracking.answerTitle")}
    >
      {question === null ? null : (
        <Stack gap="md">
          <div>
            <Question question={question} />
          </div>
          {question.question === "not_handed_over" ? (
            <Text size="sm" c="dimmed">
              {t("admin-tracking.notHandedOverText")}
            </Text>
          ) : null}
          <AnswerForm
            key={`${question.subjectId} ${question.questionAt}`}
            question={question}
            onClose={props.onClose}
          />
        </Stack>
      )}
    </Dialog>
  );
}

/** The legs and parcels of which carriers report what needs an answer, the oldest first. */
export function QuestionsList({ assigned }: { assigned?: AssignedQuestions }) {
  const api = useApi();
  const { items } = useCarriers();
  const [answered, setAnswered] = useState<ListedQuestion | null>(null);
  const subjectIds = assigned?.subjectIds;
  const list = useList((_, page) =>
    api.tracking.listQuestions.queryOptions({ input: { ...page, subjectIds } }),
  );
  return (
    <ListCard
      query={list.query}
      failure={{
        title: t("admin-tracking.questionsNotLoaded"),
        description: t("common.noDataLost"),
      }}
    >
      <DataTable
        label={t("admin-tracking.view.questions")}
        columns={columnsFor((stored) => storedCarrierName(items, stored), setAnswered, assigned)}
        {...list.table}
        rowKey={({ subjectId }) => subjectId}
        empty={
          assigned === undefined || subjectIds === undefined ? (
            <EmptyState
              icon={<CircleCheck size={22} />}
              title={t("admin-tracking.noQuestions")}
              description={t("admin-tracking.noQuestionsHint")}
            />
          ) : (
            assigned.empty
          )
        }
      />
      <AnswerDialog question={answered} onClose={() => setAnswered(null)} />
    </ListCard>
  );
}
