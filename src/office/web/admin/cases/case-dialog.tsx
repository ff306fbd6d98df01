import { Anchor, Stack, Text, Textarea } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as z from "zod/mini";
import { Proofs } from "#goods/web/admin/unmatched/claim-facts.tsx";
import type { StaffCase } from "#office/contract/cases.ts";
import { caseLimits } from "#office/rules/case.ts";
import { useApi, useApiClient } from "#office/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog, DialogSection } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { Code, Moment } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";

/** The page of staff about the thing; null where there is none any more. */
function pathOf({ subject, subjectId, packageId, customer }: StaffCase): string | null {
  if (subject === "inbound_parcel") return `/admin/dashboard/inbound-parcels?parcel=${subjectId}`;
  if (subject === "account")
    return customer.email === null
      ? null
      : `/admin/dashboard/users?${new URLSearchParams({ search: customer.email }).toString()}`;
  return packageId === null ? null : `/admin/dashboard/shipments?package=${packageId}`;
}

function Subject(props: { opened: StaffCase }) {
  const { subject, subjectName } = props.opened;
  const path = pathOf(props.opened);
  const name = (
    <>
      <span>{t(`admin-cases.subject.${subject}`)}</span> <Code>{subjectName}</Code>
    </>
  );
  if (path === null) return <span>{name}</span>;
  return (
    <Anchor component={Link} to={path} inherit>
      {name}
    </Anchor>
  );
}

/** The address to which staff answer; a program for email opens with the reference as subject. */
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

const schema = z.object({ outcome: requiredText(() => t("admin-cases.outcomeMissing")) });

function FinishForm(props: { opened: StaffCase; onClose: () => void }) {
  const { opened, onClose } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: { outcome: "" },
    draft: { name: `finish-case:${opened.id}` },
    onSubmit: async ({ outcome }, { showToast, removeDraft }) => {
      try {
        await client.cases.finishCase({ caseId: opened.id, outcome });
        removeDraft();
        showToast({ title: t("admin-cases.finished"), kind: "success" });
        onClose();
      } finally {
        refetch();
      }
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("admin-cases.finish")}
      submitLabel={t("admin-cases.finish")}
      cancelLabel={t("common.close")}
      onCancel={onClose}
    >
      <Textarea
        {...form.field("outcome")}
        label={t("admin-cases.outcome")}
        description={t("admin-cases.outcomeHint")}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={caseLimits.textLength}
        withAsterisk
      />
    </DialogForm>
  );
}

function CaseDetails(props: { opened: StaffCase; onClose: () => void }) {
  const { opened, onClose } = props;
  return (
    <Stack gap="lg">
      <DefinitionList
        columns={2}
        items={[
          { term: t("admin-cases.subject"), value: <Subject opened={opened} /> },
          { term: t("admin-cases.kind"), value: t(`admin-cases.kind.${opened.kind}`) },
          { term: t("admin-cases.answerTo"), value: <Address opened={opened} /> },
          {
            term: t("admin-cases.plan"),
            value: opened.customer.plan ?? t("admin-cases.noPlan"),
          },
          { term: t("admin-cases.since"), value: <Moment at={opened.openedAt} withTime /> },
          { term: t("admin-cases.due"), value: <Moment at={opened.dueAt} withTime /> },
        ]}
      />
      <DialogSection title={t("admin-cases.text")}>
        <Text size="sm" className="written-lines">
          {opened.text}
        </Text>
      </DialogSection>
      {opened.files.length === 0 ? null : <Proofs files={opened.files} />}
      {opened.closedAt === null ? (
        <FinishForm opened={opened} onClose={onClose} />
      ) : (
        <DialogSection title={t("admin-cases.outcome")}>
          <Text size="sm" className="written-lines">
            {opened.outcome}
          </Text>
          <Text size="sm" c="dimmed">
            <Moment at={opened.closedAt} withTime />
          </Text>
        </DialogSection>
      )}
    </Stack>
  );
}

/** @param props.caseId null closes the dialog. */
export function CaseDialog(props: { caseId: string | null; onClose: () => void }) {
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
        <CaseDetails key={caseId} opened={query.data} onClose={onClose} />
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
