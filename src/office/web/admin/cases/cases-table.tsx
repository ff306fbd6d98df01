import { Chip, Group, Text } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { transactionLabel } from "#money/web/wallet/transaction-labels.ts";
import type { AnswerTimes, StaffCase } from "#office/contract/case-fields.ts";
import { caseTopics, openCaseStates, type CaseTopic } from "#office/rules/case.ts";
import { useApi } from "#office/web/api.ts";
import { useCaseKeys, type CaseAct } from "./case-keys.ts";
import { CaseKindBadge } from "./case-kind-badge.tsx";
import { CustomsButton } from "./customs-dialog.tsx";
import { Due } from "#office/web/admin/work-items/due.tsx";
import {
  NoneMine,
  TakeButton,
  takenByColumn,
  type Taking,
} from "#office/web/admin/work-items/taking.tsx";
import cells from "#ui/web/admin/cells.module.css";
import classes from "./cases-table.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { useList } from "#ui/web/use-list.ts";

const CaseDialog = laterPart(async () => (await import("./case-dialog.tsx")).CaseDialog);

function columnsFor(
  now: Date,
  taking: Taking | null,
  onOpen: (id: string) => void,
): readonly Column<StaffCase>[] {
  return [
    {
      key: "subject",
      header: t("admin-cases.subject"),
      isTitle: true,
      cell: ({ subject, subjectName, transaction, number, pictureUrl }) => (
        <>
          {pictureUrl === null ? null : (
            <span className={classes["rowPicture"]}>
              <ParcelPicture url={pictureUrl} alt="" />
            </span>
          )}
          <span>{t(`admin-cases.subject.${subject}`)}</span>{" "}
          {transaction === null ? (
            <Code>{subjectName}</Code>
          ) : (
            <span>{transactionLabel(transaction)}</span>
          )}
          <div className={cells["below"]}>{number}</div>
        </>
      ),
    },
    {
      key: "kind",
      header: t("admin-cases.kind"),
      cell: ({ kind }) => (
        <span className={cells["whole"]}>
          <CaseKindBadge kind={kind} />
        </span>
      ),
    },
    {
      key: "customer",
      header: t("common.customer"),
      cell: ({ customer }) => (
        <>
          <EmailText>{customer.email ?? ""}</EmailText>
          <div className={cells["below"]}>{customer.plan ?? t("admin-cases.noPlan")}</div>
        </>
      ),
    },
    {
      key: "since",
      header: t("admin-cases.since"),
      isNoWrap: true,
      cell: ({ waitingSince }) => <Moment at={waitingSince} withTime />,
    },
    {
      key: "due",
      header: t("admin-cases.due"),
      isNoWrap: true,
      cell: ({ dueAt }) =>
        dueAt === null ? (
          t("admin-cases.state.waiting_for_customer")
        ) : (
          <Due dueAt={dueAt} now={now} />
        ),
    },
    ...(taking === null ? [] : [takenByColumn<StaffCase>(taking, ({ id }) => id)]),
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: ({ id, number }) => (
        <Group component="span" gap={6} wrap="nowrap" justify="flex-end">
          <RowButton
            data-case={id}
            aria-label={t("admin-cases.viewNamed", { number })}
            onClick={() => onOpen(id)}
          >
            {t("common.view")}
          </RowButton>
          {taking === null ? null : <TakeButton taking={taking} row={{ id, name: number }} />}
        </Group>
      ),
    },
  ];
}

/** How soon staff have answered; nothing where there was nothing to answer. */
function AnswerTimesLine(props: { times: AnswerTimes | null | undefined }) {
  const { times } = props;
  if (!times || times.medianMinutes === null) return null;
  const { medianMinutes, inTimePercent: percent, count } = times;
  const [hours, minutes] = [Math.floor(medianMinutes / 60), medianMinutes % 60];
  const duration = t("admin-cases.duration", { hours, minutes });
  return (
    <Text size="sm" mb="sm">
      {t("admin-cases.answerTimes", { duration, percent, count })}
    </Text>
  );
}

function Filter(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Chip size="sm" variant="outline" checked={props.isOn} onChange={props.onChange}>
      {props.label}
    </Chip>
  );
}

/** What the cases about money can be narrowed to. */
const moneyTopics = ["second_person"] as const satisfies readonly CaseTopic[];

/**
 * What customers say is wrong, the earliest due first; a late one is red. What waits for its customer comes last.
 * @param props.taking null: only cases about money, which nobody takes
 */
export function CasesTable({ taking }: { taking: Taking | null }) {
  const api = useApi();
  const [now] = useState(() => new Date());
  const { id, open } = useOpenRow("case");
  const [act, setAct] = useState<CaseAct>("answer");
  const openFor = (caseId: string, chosen: CaseAct) => {
    setAct(chosen);
    open(caseId);
  };
  useCaseKeys(openFor);
  const mayAnswer = useMayUse("cases");
  const view = useTableView();
  const topics = taking === null ? moneyTopics : caseTopics;
  const chosen = topics.find((topic) => topic === view.read("about"));
  const about = chosen ?? (taking === null ? "money" : undefined);
  const state = openCaseStates.find((one) => one === view.read("state"));
  const isNarrowed = about !== undefined || state !== undefined;
  const ids = taking?.ids;
  const list = useList((_, page) =>
    api.cases.listOpenCases.queryOptions({
      input: { ...page, ids, ...(about && { about }), ...(state && { state }) },
    }),
  );
  return (
    <>
      <AnswerTimesLine times={list.data?.answerTimes} />
      <Group gap="xs" mb="sm">
        {openCaseStates.map((one) => (
          <Filter
            key={one}
            label={t(`admin-cases.state.${one}`)}
            isOn={state === one}
            onChange={(isOn) => view.write("state", isOn ? one : "")}
          />
        ))}
        {topics.map((topic) => (
          <Filter
            key={topic}
            label={t(`admin-cases.about.${topic}`)}
            isOn={chosen === topic}
            onChange={(isOn) => view.write("about", isOn ? topic : "")}
          />
        ))}
        {mayAnswer && taking !== null ? (
          <CustomsButton onOpened={(caseId) => openFor(caseId, "answer")} />
        ) : null}
      </Group>
      <ListCard
        query={list.query}
        failure={{ title: t("admin-work-items.notLoaded"), description: t("common.noDataLost") }}
      >
        <DataTable
          label={t("admin-cases.title")}
          columns={columnsFor(now, taking, (caseId) => openFor(caseId, "answer"))}
          {...list.table}
          rowKey={(one) => one.id}
          empty={
            ids === undefined && !isNarrowed ? (
              <EmptyState
                icon={<CircleCheck size={22} />}
                title={t("admin-work-items.noOpenWork")}
                description={t("admin-cases.noneText")}
              />
            ) : ids === undefined ? (
              <EmptyState icon={<CircleCheck size={22} />} title={t("admin-cases.noneAbout")} />
            ) : (
              <NoneMine />
            )
          }
        />
        <CaseDialog isWanted={id !== null} caseId={id} act={act} onClose={() => open(null)} />
      </ListCard>
    </>
  );
}
