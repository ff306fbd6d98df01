import { Anchor, Button, Group, Input, Text, Textarea } from "@mantine/core";
import CircleHelp from "lucide-react/icons/circle-help";
import PackageMinus from "lucide-react/icons/package-minus";
import PackageSearch from "lucide-react/icons/package-search";
import PackageX from "lucide-react/icons/package-x";
import { useEffect, useRef, type ComponentType } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { ProofPicker } from "#goods/web/parcels/claims/proof-picker.tsx";
import { documentRules, maxProofSize, sendFiles } from "#goods/web/parcels/claims/send-proof.ts";
import {
  caseLimits,
  goodsProblems,
  type CaseProblem,
  type CaseSubject,
} from "#office/rules/case.ts";
import { moneyProblems } from "#office/rules/case-money.ts";
import { useApiClient } from "#office/web/api.ts";
import { parseAmountCents } from "#platform/rules/money.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useAppForm, type Field } from "#ui/web/app-form.ts";
import { useChosenFiles, useLostFiles } from "#ui/web/chosen-files.tsx";
import { ChooseAgain } from "#ui/web/draft-notes.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { FocusedAlert, Form } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import classes from "./cases.module.css";
import { MoneyFields, sentGoods, useMoneyTerms, UsualWay } from "./money-fields.tsx";
import { openCaseIdOf } from "./open-case-id.ts";

const icons: Readonly<Record<(typeof goodsProblems)[number], ComponentType<{ size: number }>>> = {
  damaged: PackageX,
  missing: PackageMinus,
  never_came: PackageSearch,
  other: CircleHelp,
};

/** The problems as four pictures, of which one is chosen. */
function ProblemChoice(props: { field: Field }) {
  const { name, value, error, onChange, ...field } = props.field;
  return (
    <Input.Wrapper label={t("cases.problem")} labelElement="div" error={error} withAsterisk>
      <div role="radiogroup" aria-label={t("cases.problem")} className={classes["problems"]}>
        {goodsProblems.map((problem) => {
          const Icon = icons[problem];
          return (
            <label key={problem} className={classes["problem"]}>
              <input
                {...field}
                type="radio"
                name={name}
                value={problem}
                checked={value === problem}
                onChange={() => onChange(problem)}
                className="visually-hidden"
              />
              <Icon size={28} aria-hidden="true" />
              <span>{t(`cases.problem.${problem}`)}</span>
            </label>
          );
        })}
      </div>
    </Input.Wrapper>
  );
}

function schemaOf(subject: CaseSubject) {
  return z.object({
    problem: requiredText(() => t("cases.problemMissing")),
    text: requiredText(() =>
      t(subject === "account" ? "cases.messageMissing" : "cases.textMissing"),
    ),
    fileNames: z.string(),
    // How much money is asked for, and which goods are concerned.
    amount: checkedText((text) =>
      text === "" || (parseAmountCents(text).ok && Number(text) > 0)
        ? null
        : t("cases.money.amountWrong"),
    ),
    goods: z.string(),
  });
}

export const caseFileRules = documentRules(caseLimits.files, () =>
  t("cases.tooManyFiles", { maximum: caseLimits.files }),
);

/** What was written is stored, and some of its files are not. */
export class UnsentFiles extends Error {}

/** Whether it is one of the problems of parcels and packages. */
function isAboutGoods(subject: CaseSubject): boolean {
  return subject !== "account" && subject !== "transaction";
}

/** Whether money could be asked for, of a package that was handed over. */
function isAboutMoney(problem: string): boolean {
  return (moneyProblems as readonly string[]).includes(problem);
}

type Thing = {
  readonly subject: CaseSubject;
  readonly subjectId: string;
  /** Asks for help with a purchase. */
  readonly isOrder?: boolean;
};

function wordsOf({ subject, isOrder = false }: Thing) {
  if (isOrder) return { title: t("cases.helpMeOrder"), text: t("cases.order") };
  if (subject === "account") return { title: t("cases.writeToUs"), text: t("cases.message") };
  return { title: t("cases.somethingWrong"), text: t("cases.text") };
}

/** Sends what was written once and each of its files once, also when some of it is sent again. */
function useCaseForm(
  { subject, subjectId, isOrder = false }: Thing,
  onDone: (caseId: string) => void,
) {
  const client = useApiClient();
  const refetch = useRefetch();
  const files = useChosenFiles(caseFileRules);
  const termsOf = useRef<ReturnType<typeof useMoneyTerms>>(null);
  const form = useAppForm({
    schema: schemaOf(subject),
    initialValues: {
      problem: isAboutGoods(subject) ? "" : isOrder ? "order" : "other",
      text: "",
      fileNames: "",
      amount: "",
      goods: "",
    },
    fieldOf: { case_outside_window: "amount", amount_over_declared: "amount" },
    startAt: isAboutGoods(subject) ? "problem" : "text",
    draft: { name: `${isOrder ? "order" : "case"}:${subjectId}` },
    onSubmit: async (typed, { showToast, readRequestKey, removeDraft, keepDraft }) => {
      const { problem, text } = typed;
      const asked = toAsked(termsOf.current, typed);
      if (asked === null) {
        keepDraft();
        form.reject({ goods: t("cases.money.goodsMissing") });
        return;
      }
      const written = {
        subject,
        subjectId,
        problem: problem as CaseProblem,
        text,
        ...(asked && { asked }),
      };
      try {
        const { id: caseId } = await client.cases.openCase({
          ...written,
          idempotencyKey: readRequestKey(JSON.stringify(written)),
        });
        const stored: string[] = [];
        try {
          const rejected = await sendFiles(
            files.files,
            (file, idempotencyKey) => client.cases.addCaseFile({ caseId, file, idempotencyKey }),
            (id) => stored.push(id),
          );
          files.reject(rejected);
          if (rejected.length > 0) throw new UnsentFiles();
        } finally {
          files.remove(stored);
        }
        removeDraft();
        showToast({ title: t("cases.sent"), kind: "success" });
        onDone(caseId);
      } finally {
        refetch();
      }
    },
  });
  const lostFiles = useLostFiles(form.field("fileNames"), files.files);
  const { problem } = form.values;
  const money = useMoneyTerms(
    subject === "package" ? subjectId : null,
    moneyProblems.find((one) => one === problem) ?? null,
  );
  useEffect(() => {
    termsOf.current = money;
  }, [money]);
  return { form, files, lostFiles, money };
}

/** What is asked for; undefined where nothing is, or nothing can be now, and null where it is not said for which goods. */
function toAsked(
  money: ReturnType<typeof useMoneyTerms>,
  { amount, goods: chosen }: { readonly amount: string; readonly goods: string },
) {
  const reading = parseAmountCents(amount);
  if (money?.window.state !== "open" || amount === "" || !reading.ok) return undefined;
  const goods = sentGoods(money.terms, money.window.problem, chosen);
  if (goods === null) return null;
  return { amountCents: reading.amountCents, ...(goods.length > 0 && { goods }) };
}

/** The case that is open already, where the server names one; otherwise all of them. */
function openCasePath(error: unknown): string {
  const openId = openCaseIdOf(error);
  return openId === null ? "/dashboard/messages" : `/dashboard/messages/${openId}`;
}

/** Why what was written was not sent, with the way to the case that is open already. */
export function SendError(props: { error: unknown }) {
  const { error } = props;
  if (error === null) return null;
  if (error instanceof UnsentFiles) return <FocusedAlert message={t("cases.filesNotSent")} />;
  const message = apiErrorMessage(error, t("common.noDataLost"));
  const isOpen = ["case_open", "too_many_cases"].includes(apiErrorCode(error) ?? "");
  return (
    <FocusedAlert
      message={
        isOpen ? (
          <Group gap="xs">
            <span>{message}</span>
            <Anchor component={Link} to={openCasePath(error)} size="sm">
              {t("cases.seeWritten")}
            </Anchor>
          </Group>
        ) : (
          message
        )
      }
    />
  );
}

/** What is written, and the photos and PDFs that go with it. */
export function MessageFields(props: {
  field: Field;
  label: string;
  description?: string | null;
  files: ReturnType<typeof useChosenFiles>;
  lostFiles: ReturnType<typeof useLostFiles>;
  isLocked: boolean;
}) {
  const { files } = props;
  return (
    <>
      <Textarea
        {...props.field}
        label={props.label}
        description={props.description}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={caseLimits.textLength}
        withAsterisk
      />
      <ChooseAgain names={props.lostFiles} />
      <ProofPicker
        label={t("cases.photos")}
        rules={t("cases.photoRules", { maximum: caseLimits.files, size: maxProofSize })}
        files={files.files}
        rejected={files.rejected}
        isLocked={props.isLocked}
        onAdd={(added) => void files.add(added)}
        onRemove={(id) => files.remove([id])}
      />
    </>
  );
}

/**
 * Where a customer says what is wrong with a thing.
 * @param props.news stands before the rest where the thing has not come.
 * @param props.onClose without it the form stays open.
 */
export function CaseForm(
  props: Thing & {
    news?: Elements;
    onDone: (caseId: string) => void;
    onClose?: () => void;
  },
) {
  const { subject, isOrder, onClose } = props;
  const { form, files, lostFiles, money } = useCaseForm(props, props.onDone);
  const { isSubmitting, values } = form;
  const end = useRef<HTMLDivElement>(null);
  // Where it is opened, it opens at the end of a page or a dialog, with only its beginning in view.
  const isOpened = onClose !== undefined;
  useEffect(() => {
    if (isOpened) end.current?.scrollIntoView({ block: "nearest" });
  }, [isOpened]);
  const words = wordsOf(props);
  const usual = money?.terms.usual ?? null;
  return (
    <Form form={form} label={words.title}>
      <SendError error={form.error} />
      {isAboutGoods(subject) ? <ProblemChoice field={form.field("problem")} /> : null}
      {values.problem === "never_came" && (props.news || usual !== null) ? (
        <div className={classes["news"]}>
          <Text size="sm">{t("cases.newsFirst")}</Text>
          {props.news}
          {usual === null ? null : <UsualWay usual={usual} />}
        </div>
      ) : null}
      <MessageFields
        field={form.field("text")}
        label={words.text}
        description={isOrder ? t("cases.orderHint") : null}
        files={files}
        lostFiles={lostFiles}
        isLocked={isSubmitting}
      />
      {money !== null ? (
        <MoneyFields {...money} amount={form.field("amount")} goods={form.field("goods")} />
      ) : subject !== "package" && isAboutMoney(values.problem) ? (
        <Text size="sm">{t("cases.money.notHandedOver")}</Text>
      ) : null}
      <Group ref={end} gap="sm">
        <Button type="submit" loading={isSubmitting}>
          {t("cases.send")}
        </Button>
        {onClose === undefined ? null : (
          <Button variant="default" disabled={isSubmitting} onClick={onClose}>
            {t("common.cancel")}
          </Button>
        )}
      </Group>
      <LeaveWarning isNeeded={files.files.length > 0 && !isSubmitting}>
        {t("cases.leaveText")}
      </LeaveWarning>
    </Form>
  );
}
