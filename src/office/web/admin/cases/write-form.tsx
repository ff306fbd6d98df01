import { Anchor, Input, SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import { caseLimits, goodsKinds, mayNameKind } from "#office/rules/case.ts";
import { useApi, useApiClient, type ApiClient } from "#office/web/api.ts";
import { openCaseIdOf } from "#office/web/cases/open-case-id.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { parseAmountCents } from "#platform/rules/money.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type Field, type SelectField } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import type { CaseAct } from "./case-keys.ts";
import { AnswerByField, answerByError, sentAnswerBy } from "./answer-by-field.tsx";
import { ChoiceFields, choicesOf, noChoices } from "./choice-fields.tsx";
import { seenOf } from "./seen-message.ts";

const acts = ["answer", "ask", "grant", "finish", "note"] as const;
/** What staff do with what they write. */
type Act = (typeof acts)[number];

function wordsOf(act: Act) {
  switch (act) {
    case "answer":
      return {
        name: t("admin-cases.answer"),
        label: t("admin-cases.answer"),
        hint: t("admin-cases.answerHint"),
        submit: t("admin-cases.sendAnswer"),
      };
    case "ask":
      return {
        name: t("admin-cases.ask"),
        label: t("admin-cases.question"),
        hint: t("admin-cases.askHint"),
        submit: t("admin-cases.sendQuestion"),
      };
    case "grant":
      return {
        name: t("admin-cases.grant"),
        label: t("admin-cases.outcome"),
        hint: t("admin-cases.grantHint"),
        submit: t("admin-cases.grant"),
      };
    case "finish":
      return {
        name: t("admin-cases.finish"),
        label: t("admin-cases.outcome"),
        hint: t("admin-cases.outcomeHint"),
        submit: t("admin-cases.finish"),
      };
    case "note":
      return {
        name: t("admin-cases.note"),
        label: t("admin-cases.note"),
        hint: t("admin-cases.noteHint"),
        submit: t("admin-cases.saveNote"),
      };
  }
}

/** What came of it, where the answer says no more. */
function doneOf(act: Exclude<Act, "grant">): string {
  switch (act) {
    case "answer":
      return t("admin-cases.answered");
    case "ask":
      return t("admin-cases.asked");
    case "finish":
      return t("admin-cases.finished");
    case "note":
      return t("admin-cases.noteSaved");
  }
}

const plain = z.string();
const texts = {
  label1: plain,
  effect1: plain,
  label2: plain,
  effect2: plain,
  label3: plain,
  effect3: plain,
  label4: plain,
  effect4: plain,
  parcels: plain,
};

const schema = z.object({
  act: z.enum(acts),
  text: requiredText(() => t("admin-cases.textMissing")),
  // Of a note: what the case turned out to be.
  kind: z.enum(["", ...goodsKinds]),
  amount: plain,
  answerBy: plain,
  ...texts,
});

/** What is missing or wrong for what staff do, whose fields alone are shown; null where nothing is. */
function missingOf(written: z.output<typeof schema>) {
  const { act, amount } = written;
  if (act === "grant" && !(parseAmountCents(amount).ok && Number(amount) > 0)) {
    return { amount: t("admin-cases.amountWrong") };
  }
  if (act !== "ask") return null;
  if (choicesOf(written).length === 0) return { label1: t("admin-cases.choiceMissing") };
  const answerBy = answerByError(written.answerBy);
  return answerBy === null ? null : { answerBy };
}

/** Sends what was written, and returns what came of it in a few words. */
async function send(
  client: ApiClient,
  opened: StaffCaseDetails,
  written: z.output<typeof schema>,
  idempotencyKey: string,
): Promise<string> {
  const { id: caseId } = opened;
  const { act, text } = written;
  const shown = seenOf(opened);
  if (act === "grant") {
    const reading = parseAmountCents(written.amount);
    const amountCents = reading.ok ? reading.amountCents : 0;
    const granted = { caseId, amountCents, outcome: text, ...shown, idempotencyKey };
    const { grantedCents } = await client.cases.grantCase(granted);
    return grantedCents === null
      ? t("admin-cases.proposed", { amount: moneyText(amountCents) })
      : t("admin-cases.granted", { amount: moneyText(grantedCents) });
  }
  if (act === "ask") {
    const choices = choicesOf(written);
    const asked = { caseId, text, choices, ...sentAnswerBy(written.answerBy), ...shown };
    await client.cases.askCase({ ...asked, idempotencyKey });
  } else if (act === "note") {
    const named = written.kind === "" ? {} : { kind: written.kind };
    await client.cases.addCaseNote({ caseId, text, ...named, idempotencyKey });
  } else if (act === "answer")
    await client.cases.answerCase({ caseId, text, ...shown, idempotencyKey });
  else await client.cases.finishCase({ caseId, outcome: text, ...shown });
  return doneOf(act);
}

/** Texts that staff insert, in the language of the customer. */
function SnippetSelect(props: { caseId: string; onChoose: (text: string) => void }) {
  const { caseId } = props;
  const { data } = useQuery(useApi().cases.readSnippets.queryOptions({ input: { caseId } }));
  if (data === undefined) return null;
  return (
    <Select
      label={t("admin-cases.snippet")}
      description={t("admin-cases.snippetHint")}
      value={null}
      data={data.items.map(({ code }) => ({
        value: code,
        label: t(`admin-cases.snippet.${code}`),
      }))}
      onChange={(chosen) => {
        const found = data.items.find(({ code }) => code === chosen);
        if (found !== undefined) props.onChoose(found.text);
      }}
    />
  );
}

/**
 * What a case about goods turned out to be, for staff who know more than its customer did.
 * @param props.openId the open case that is of the chosen kind already
 */
function KindSelect(props: {
  opened: StaffCaseDetails;
  field: SelectField;
  openId: string | null;
}) {
  const { opened, field, openId } = props;
  if (!mayNameKind(opened)) return null;
  return (
    <>
      <Select
        {...field}
        label={t("admin-cases.kindNamed")}
        description={t("admin-cases.kindHint", { kind: t(`admin-cases.kind.${opened.kind}`) })}
        data={goodsKinds
          .filter((kind) => kind !== opened.kind)
          .map((kind) => ({ value: kind, label: t(`admin-cases.kind.${kind}`) }))}
        clearable
      />
      {field.error === undefined || openId === null ? null : (
        <Anchor
          component={Link}
          to={`/admin/dashboard/work-items?kind=open_cases&case=${openId}`}
          size="sm"
        >
          {t("admin-cases.seeOpen")}
        </Anchor>
      )}
    </>
  );
}

/** How much is granted, with the most that can be and what somebody else has to confirm. */
function GrantAmount(props: { caseId: string; field: Field }) {
  const { caseId } = props;
  const { data } = useQuery(useApi().cases.readCaseMoney.queryOptions({ input: { caseId } }));
  const hint =
    data === undefined
      ? null
      : [
          data.mostCents === null
            ? t("admin-cases.money.noValue")
            : t("admin-cases.money.atMost", { most: moneyText(data.mostCents) }),
          t("admin-cases.money.alone", { alone: moneyText(data.aloneCents) }),
        ].join(" · ");
  return (
    <TextInput
      {...props.field}
      label={t("admin-cases.amount")}
      description={hint}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      withAsterisk
    />
  );
}

/** What can be done in a case: a closed one takes notes alone, and money is granted once. */
function offeredActs(
  { state, grantedCents }: StaffCaseDetails,
  mayAnswer: boolean,
): readonly Act[] {
  if (state === "closed") return acts.filter((act) => mayAnswer && act === "note");
  return acts.filter(
    (act) => (mayAnswer || act === "grant") && (act !== "grant" || grantedCents === null),
  );
}

function ActSwitch(props: { act: Act; offered: readonly Act[]; onChange: (act: string) => void }) {
  if (props.offered.length === 1) return null;
  return (
    <Input.Wrapper label={t("admin-cases.act")} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={t("admin-cases.act")}
        value={props.act}
        onChange={props.onChange}
        data={props.offered.map((one) => ({ value: one, label: wordsOf(one).name }))}
      />
    </Input.Wrapper>
  );
}

/**
 * Where staff answer a case, close it with its outcome, or write a note.
 * @param props.onNoted called once a note is saved, with which staff may go on
 */
export function WriteForm(props: {
  opened: StaffCaseDetails;
  act: CaseAct;
  onNoted: () => void;
  onClose: () => void;
}) {
  const { opened, onNoted, onClose } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const mayAnswer = useMayUse("cases");
  const offered = offeredActs(opened, mayAnswer);
  const [openId, setOpenId] = useState<string | null>(null);
  const form = useAppForm({
    schema,
    initialValues: {
      act: offered.find((one) => one === props.act) ?? offered[0] ?? "note",
      text: "",
      kind: "",
      amount: "",
      answerBy: "",
      ...noChoices,
    },
    fieldOf: { amount_over_declared: "amount", case_open: "kind" },
    draft: { name: `write-case:${opened.id}` },
    onSubmit: async (written, { showToast, readRequestKey, removeDraft, keepDraft }) => {
      const missing = missingOf(written);
      if (missing !== null) {
        keepDraft();
        form.reject(missing);
        return;
      }
      try {
        const key = readRequestKey(JSON.stringify(written));
        const title = await withReauthentication(
          async () => await send(client, opened, written, key),
        );
        removeDraft();
        showToast({ title, kind: "success" });
        if (written.act === "note") onNoted();
        else onClose();
      } finally {
        refetch();
      }
    },
    onError: (error) => setOpenId(openCaseIdOf(error)),
  });
  const field = form.field("act");
  // A draft may be of what is offered no more.
  const act = offered.find((one) => one === field.value) ?? "note";
  const words = wordsOf(act);
  if (offered.length === 0) return null;
  return (
    <>
      <DialogForm
        form={form}
        label={words.label}
        submitLabel={words.submit}
        cancelLabel={t("common.close")}
        onCancel={onClose}
      >
        <ActSwitch act={act} offered={offered} onChange={field.onChange} />
        {act === "note" || !mayAnswer ? null : (
          <SnippetSelect
            caseId={opened.id}
            onChoose={(text) => {
              const written = form.values.text.trim();
              form.write({ text: written === "" ? text : `${written}\n\n${text}` });
            }}
          />
        )}
        <Textarea
          // Page translation cannot change a label in its place.
          key={act}
          {...form.field("text")}
          label={words.label}
          description={words.hint}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={caseLimits.textLength}
          withAsterisk
        />
        {act === "note" ? (
          <KindSelect opened={opened} field={form.select("kind")} openId={openId} />
        ) : null}
        {act === "ask" ? (
          <>
            <ChoiceFields caseId={opened.id} form={form} />
            <AnswerByField field={form.field("answerBy")} hint={t("admin-cases.answerByHint")} />
          </>
        ) : null}
        {act === "grant" ? <GrantAmount caseId={opened.id} field={form.field("amount")} /> : null}
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}
