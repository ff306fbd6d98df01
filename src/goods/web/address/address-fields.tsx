import { Alert, Button, Text, VisuallyHidden } from "@mantine/core";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { Fragment, useEffect, useRef, useState } from "react";
import type { AddressCard } from "#goods/contract/own-address.ts";
import type { Language } from "#platform/rules/language.ts";
import {
  copiedFields,
  copiedTexts,
  wholeAddress,
  type CopiedField,
} from "#goods/rules/member-address.ts";
import classes from "./address.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

export function CopyMark(props: { isCopied: boolean }) {
  return props.isCopied ? (
    <Check size={18} aria-hidden="true" />
  ) : (
    <Copy size={18} aria-hidden="true" />
  );
}

/** The text with every code in it on one line, since a wrapped code is easily copied in part. */
function TextWithCode({ text, code }: { text: string; code: string }) {
  const parts = text.split(code);
  return parts.map((part, index) => (
    // The parts of a text do not move.
    <Fragment key={index}>
      {index > 0 ? <span className={classes["codeInText"]}>{code}</span> : null}
      <span>{part}</span>
    </Fragment>
  ));
}

function FieldRow(props: {
  field: CopiedField;
  text: string;
  code: string;
  language: Language;
  isCopied: boolean;
  onCopy: () => void;
}) {
  const { field, text, isCopied } = props;
  // Phone and postal code are the same in every language.
  const isInLanguage = field !== "phone" && field !== "postalCode";
  return (
    <div className={classes["field"]}>
      <dt className={classes["term"]}>{t(`address.field.${field}`)}</dt>
      {text === "" ? (
        <dd className={classes["value"]}>{t("address.leaveEmpty")}</dd>
      ) : (
        <>
          <dd
            className={classes["value"]}
            data-copied={field}
            {...(isInLanguage ? { lang: props.language } : {})}
          >
            <TextWithCode text={text} code={props.code} />
          </dd>
          <dd className={classes["action"]}>
            <Button
              className={classes["copy"] ?? ""}
              variant="default"
              color={isCopied ? "green" : "gray"}
              aria-label={t(isCopied ? `address.copied.${field}` : `address.copyField.${field}`)}
              data-done={isCopied}
              leftSection={<CopyMark isCopied={isCopied} />}
              onClick={props.onCopy}
            >
              {t(isCopied ? "common.copied" : "address.copy")}
            </Button>
          </dd>
        </>
      )}
    </div>
  );
}

/** Says to screen readers what was copied, and shows what to do where copying was not possible. */
export function Outcome(props: { outcome: CopyOutcome | null; whole: string; language: Language }) {
  const { outcome } = props;
  const isFailed = outcome !== null && !outcome.isCopied;
  return (
    <>
      <VisuallyHidden role="status">
        {outcome?.isCopied ? (
          <span key={outcome.number}>{t(`address.copied.${outcome.what}`)}</span>
        ) : null}
      </VisuallyHidden>
      {isFailed ? (
        <Alert color="yellow" role="alert" mt="sm">
          {t("address.notCopied")}
        </Alert>
      ) : null}
      {isFailed && outcome.what === "all" ? (
        <Text
          component="pre"
          className={classes["whole"] ?? ""}
          data-copied="all"
          aria-label={t("address.wholeAddress")}
          role="group"
          lang={props.language}
        >
          {props.whole}
        </Text>
      ) : null}
    </>
  );
}

/** The fields of a shop's address form, each with a button that copies it, and one for all. */
export function AddressFields(props: {
  card: AddressCard;
  /** The member code in two groups. */
  code: string;
  language: Language;
  onCopied: () => void;
}) {
  const { card, language } = props;
  const { area, outcome, copy } = useCopying(props.onCopied);
  const texts = copiedTexts(language, card);
  const whole = wholeAddress(language, texts);
  const isCopied = (what: Copied) => outcome?.what === what && outcome.isCopied;
  return (
    <div ref={area}>
      <dl className={classes["fields"]} aria-label={t("address.fields")}>
        {copiedFields.map((field) => (
          <FieldRow
            key={field}
            field={field}
            text={texts[field]}
            code={props.code}
            language={language}
            isCopied={isCopied(field)}
            onCopy={() => void copy(field, texts[field])}
          />
        ))}
      </dl>
      <Button
        className={classes["copyAll"] ?? ""}
        leftSection={<CopyMark isCopied={isCopied("all")} />}
        onClick={() => void copy("all", whole)}
      >
        {t(isCopied("all") ? "common.copied" : "address.copyAll")}
      </Button>
      <Outcome outcome={outcome} whole={whole} language={language} />
    </div>
  );
}

/** What can be copied: a field or the whole address. */
type Copied = CopiedField | "all";

/** The newest attempt; `number` tells two attempts at the same apart. */
type CopyOutcome = {
  readonly what: Copied;
  readonly isCopied: boolean;
  readonly number: number;
};

const shownMilliseconds = 3_000;

/**
 * Copies texts. Where the browser does not allow it, the element below `area` whose `data-copied` names the text is
 * selected, so that the user can copy it.
 */
export function useCopying(onCopied: () => void) {
  const area = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    if (!outcome.isCopied) {
      const element = area.current?.querySelector(`[data-copied="${outcome.what}"]`);
      if (element) window.getSelection()?.selectAllChildren(element);
      return undefined;
    }
    const timer = setTimeout(() => setOutcome(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (what: Copied, text: string) => {
    let isCopied = true;
    try {
      // Undefined where the page is not served over https.
      await navigator.clipboard.writeText(text);
    } catch {
      isCopied = false;
    }
    setOutcome((before) => ({ what, isCopied, number: (before?.number ?? 0) + 1 }));
    if (isCopied) onCopied();
  };
  return { area, outcome, copy };
}
