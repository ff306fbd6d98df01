import { Anchor, Group, Stack } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { Link } from "react-router";
import { AccountState } from "#goods/web/admin/unmatched/claim-facts.tsx";
import { transactionLabel } from "#money/web/wallet/transaction-labels.ts";
import type {
  StaffCase,
  StaffCaseDetails,
  StaffCaseMessage,
} from "#office/contract/case-fields.ts";
import { useApi } from "#office/web/api.ts";
import { CaseEvidence, hasEvidence } from "#office/web/cases/case-evidence.tsx";
import { ChoiceList } from "#office/web/cases/choice-list.tsx";
import { Conversation } from "#office/web/cases/conversation.tsx";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { Dialog, DialogSection } from "#ui/web/dialog.tsx";
import { Code, Moment, moneyText, optionalText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { PermissionsContext } from "#ui/web/permissions.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import type { CaseAct } from "./case-keys.ts";
import { CaseMoneyPart } from "./case-money-part.tsx";
import { WriteForm } from "./write-form.tsx";

/** The page of staff about the thing; null where there is none any more, or it is not for the reader. */
function usePathOf({ subject, subjectId, packageId, customer }: StaffCase): string | null {
  const mayUseWork = useContext(PermissionsContext);
  if (subject === "inbound_parcel") {
    return mayUseWork("inboundParcels")
      ? `/admin/dashboard/inbound-parcels?parcel=${subjectId}`
      : null;
  }
  if (subject === "account" || subject === "transaction") {
    return customer.email === null || !mayUseWork("customers")
      ? null
      : `/admin/dashboard/users?${new URLSearchParams({ search: customer.email }).toString()}`;
  }
  return packageId === null || !mayUseWork("shipments")
    ? null
    : `/admin/dashboard/shipments?package=${packageId}`;
}

function Subject(props: { opened: StaffCase }) {
  const { subject, subjectName, transaction } = props.opened;
  const path = usePathOf(props.opened);
  const name = (
    <>
      <span>{t(`admin-cases.subject.${subject}`)}</span>{" "}
      {transaction === null ? (
        <Code>{subjectName}</Code>
      ) : (
        <span>{[transactionLabel(transaction), moneyText(transaction.amountCents)].join(" ")}</span>
      )}
    </>
  );
  if (path === null) return <span>{name}</span>;
  return (
    <Anchor component={Link} to={path} inherit>
      {name}
    </Anchor>
  );
}

/** The customer's address; a program for email opens with the reference as subject. */
function Address(props: { opened: StaffCase }) {
  const { customer, number } = props.opened;
  if (customer.email === null) return <span>{t("common.none")}</span>;
  const subject = encodeURIComponent(t("admin-cases.emailSubject", { number }));
  return (
    <Anchor inherit href={`mailto:${customer.email}?subject=${subject}`}>
      <EmailText>{customer.email}</EmailText>
    </Anchor>
  );
}

function authorOf({ sender, isInternal, authorEmail }: StaffCaseMessage) {
  return (
    <>
      <strong>{sender === "customer" ? t("common.customer") : optionalText(authorEmail)}</strong>{" "}
      {isInternal ? (
        <StatusBadge label={t("admin-cases.noteOfStaff")} color="yellow" size="sm" />
      ) : null}
    </>
  );
}

/** By when it is answered, or what it waits for. */
function dueOf({ dueAt, state, answerBy, closedAt }: StaffCase) {
  if (state === "closed") return <Moment at={closedAt} withTime />;
  if (answerBy !== null) {
    return (
      <>
        <span>{t("admin-cases.waitsForCustomer")}</span> <Moment at={answerBy} withTime />
      </>
    );
  }
  return dueAt === null ? t("admin-cases.waitsForCustomer") : <Moment at={dueAt} withTime />;
}

function CaseDetails(props: { opened: StaffCaseDetails; act: CaseAct; onClose: () => void }) {
  const { opened, onClose } = props;
  const { customer, previous, state } = opened;
  // A new form after each note.
  const [notesCount, setNotesCount] = useState(0);
  return (
    <Stack gap="lg">
      <DefinitionList
        columns={2}
        items={[
          { term: t("admin-cases.subject"), value: <Subject opened={opened} /> },
          { term: t("admin-cases.kind"), value: t(`admin-cases.kind.${opened.kind}`) },
          {
            term: t("common.customer"),
            value: (
              <Group gap="xs">
                <Address opened={opened} />
                <AccountState state={customer.accountState} />
              </Group>
            ),
          },
          { term: t("admin-cases.plan"), value: customer.plan ?? t("admin-cases.noPlan") },
          {
            term: t("admin-cases.since"),
            value: <Moment at={opened.waitingSince} withTime />,
          },
          {
            term: t(state === "closed" ? "admin-cases.finished" : "admin-cases.due"),
            value: dueOf(opened),
          },
        ]}
      />
      <DialogSection title={t("cases.conversation")}>
        <Stack gap="sm">
          {previous === null ? null : (
            <Anchor component={Link} to={`?kind=open_cases&case=${previous.id}`} size="sm">
              {t("admin-cases.goesOn", { number: previous.number })}
            </Anchor>
          )}
          <Conversation
            messages={opened.messages}
            authorOf={authorOf}
            isOwn={({ sender }) => sender === "staff"}
            choicesOf={(message) => <ChoiceList message={message} />}
          />
        </Stack>
      </DialogSection>
      {hasEvidence(opened.evidence) ? (
        <DialogSection title={t("cases.evidence")}>
          <CaseEvidence evidence={opened.evidence} />
        </DialogSection>
      ) : null}
      <CaseMoneyPart opened={opened} onClose={onClose} />
      <WriteForm
        key={notesCount}
        opened={opened}
        act={props.act}
        onNoted={() => setNotesCount((count) => count + 1)}
        onClose={onClose}
      />
    </Stack>
  );
}

/**
 * @param props.caseId null closes the dialog.
 * @param props.act what staff begin with
 */
export function CaseDialog(props: { caseId: string | null; act: CaseAct; onClose: () => void }) {
  const { caseId, onClose } = props;
  const query = useQuery(
    useApi().cases.readCase.queryOptions({ input: caseId === null ? skipToken : { caseId } }),
  );
  const code = apiErrorCode(query.error);
  const isUnknown = code === "not_found" || code === "invalid_input";
  return (
    <Dialog
      isOpen={caseId !== null}
      onClose={onClose}
      size="lg"
      title={
        query.data === undefined
          ? t("admin-cases.case")
          : t("admin-cases.caseNamed", { number: query.data.number })
      }
    >
      {query.data ? (
        <CaseDetails key={caseId} opened={query.data} act={props.act} onClose={onClose} />
      ) : query.isError ? (
        <ErrorState
          title={t(isUnknown ? "admin-cases.unknown" : "admin-cases.notLoaded")}
          {...(isUnknown
            ? {}
            : { isRetrying: query.isFetching, onRetry: () => void query.refetch() })}
        />
      ) : (
        <LoadingLines lines={8} />
      )}
    </Dialog>
  );
}
