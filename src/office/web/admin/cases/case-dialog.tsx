import { Anchor, Group, Stack } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { Link } from "react-router";
import { ShipmentWindow } from "#goods/web/admin/shipments/shipment-window.tsx";
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
import { laterPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { useOpenRow } from "#ui/web/open-state.ts";
import { PermissionsContext, useMayUse } from "#ui/web/permissions.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { useAddressWith } from "./address-with.ts";
import type { CaseAct } from "./case-keys.ts";
import { CaseMoneyPart } from "./case-money-part.tsx";
import { WriteForm } from "./write-form.tsx";

const ParcelDialog = laterPart(
  async () => (await import("#goods/web/admin/inbound-parcels/parcel-dialog.tsx")).ParcelDialog,
);

/**
 * Where staff see the thing; null where there is none any more, it is not for the reader, or it is open below. A parcel or
 * shipment opens above the case, which stays as it is.
 */
function usePathOf(
  { subject, subjectId, packageId, customer }: StaffCase,
  isAboveShipment: boolean,
): string | null {
  const addressWith = useAddressWith();
  const mayUseWork = useContext(PermissionsContext);
  if (subject === "inbound_parcel") {
    return mayUseWork("inboundParcels") ? addressWith("parcel", subjectId) : null;
  }
  if (subject === "account" || subject === "transaction") {
    return customer.email === null || !mayUseWork("customers")
      ? null
      : `/admin/dashboard/users?${new URLSearchParams({ search: customer.email }).toString()}`;
  }
  return packageId === null || isAboveShipment || !mayUseWork("shipments")
    ? null
    : addressWith("package", packageId);
}

function Subject(props: { opened: StaffCase; isAboveShipment: boolean }) {
  const { subject, subjectName, transaction } = props.opened;
  const path = usePathOf(props.opened, props.isAboveShipment);
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
    <Anchor component={Link} to={path} preventScrollReset inherit>
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
        <span>{t("admin-cases.state.waiting_for_customer")}</span> <Moment at={answerBy} withTime />
      </>
    );
  }
  return dueAt === null ? (
    t("admin-cases.state.waiting_for_customer")
  ) : (
    <Moment at={dueAt} withTime />
  );
}

function CaseDetails(props: {
  opened: StaffCaseDetails;
  act: CaseAct;
  isAboveShipment: boolean;
  onClose: () => void;
}) {
  const { opened, isAboveShipment, onClose } = props;
  const addressWith = useAddressWith();
  const { customer, previous, state } = opened;
  // A new form after each note.
  const [notesCount, setNotesCount] = useState(0);
  return (
    <Stack gap="lg">
      <DefinitionList
        columns={2}
        items={[
          {
            term: t("admin-cases.subject"),
            value: <Subject opened={opened} isAboveShipment={isAboveShipment} />,
          },
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
            <Anchor component={Link} to={addressWith("case", previous.id)} size="sm">
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

/** The shipment and the parcel that are open above a case, for those who may open them. */
function useThings(isAboveShipment: boolean) {
  const [shipment, parcel] = [useOpenRow("package"), useOpenRow("parcel")];
  const mayOpenShipments = useMayUse("shipments");
  const mayOpenParcels = useMayUse("inboundParcels");
  return {
    shipment: isAboveShipment || !mayOpenShipments ? { ...shipment, id: null } : shipment,
    parcel: mayOpenParcels ? parcel : { ...parcel, id: null },
  };
}

/**
 * @param props.caseId null closes the dialog.
 * @param props.act what staff begin with
 * @param props.isAboveShipment it was opened from its shipment.
 */
export function CaseDialog(props: {
  caseId: string | null;
  act: CaseAct;
  isAboveShipment?: boolean;
  onClose: () => void;
}) {
  const { caseId, isAboveShipment = false, onClose } = props;
  const { shipment, parcel } = useThings(isAboveShipment);
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
      isBusy={shipment.id !== null || parcel.id !== null}
      title={
        query.data === undefined
          ? t("admin-cases.case")
          : t("admin-cases.caseNamed", { number: query.data.number })
      }
    >
      {query.data ? (
        <CaseDetails
          key={caseId}
          opened={query.data}
          act={props.act}
          isAboveShipment={isAboveShipment}
          onClose={onClose}
        />
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
      <ShipmentWindow packageId={shipment.id} cases={null} onClose={() => shipment.open(null)} />
      <ParcelDialog
        isWanted={parcel.id !== null}
        inboundParcelId={parcel.id}
        known={undefined}
        onClose={() => parcel.open(null)}
      />
    </Dialog>
  );
}
