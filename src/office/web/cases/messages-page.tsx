import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { answerHours } from "#office/rules/case.ts";
import { useApi } from "#office/web/api.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { CaseForm } from "./case-form.tsx";
import { transactionText } from "#money/web/wallet/transaction-labels.ts";
import { caseBadge, caseTitle } from "./case-texts.ts";
import classes from "./cases.module.css";
import { OwnCaseCard } from "./own-case.tsx";

const address = "/dashboard/messages";
/** In the place of a case: the form. */
const newCase = "new";

function currentMark(isCurrent: boolean) {
  return isCurrent ? { "aria-current": "page" as const } : {};
}

function CaseList(props: { items: readonly OwnCase[]; shownId: string | null }) {
  return (
    <nav aria-label={t("cases.list")}>
      <ul className={`plain-list ${classes["list"]}`}>
        {props.items.map((one) => (
          <li key={one.id}>
            <Link
              to={`${address}/${one.id}`}
              className={classes["entry"] ?? ""}
              {...currentMark(one.id === props.shownId)}
            >
              <span className={classes["entryHead"]}>
                <span>{caseTitle(one)}</span>
                <StatusBadge {...caseBadge(one)} size="sm" />
              </span>
              <span className={classes["excerpt"]}>
                {one.transaction === null ? one.text : transactionText(one.transaction)}
              </span>
              <span className={classes["moment"]}>
                <Moment at={one.lastAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What a new case is about: the transaction or the purchase that the address names, otherwise the account. */
function useNewSubject() {
  const { id } = usePerson();
  const [query] = useSearchParams();
  const transactionId = query.get("transaction");
  return transactionId === null
    ? ({ subject: "account", subjectId: id, isOrder: query.has("order") } as const)
    : ({ subject: "transaction", subjectId: transactionId, isOrder: false } as const);
}

type NewSubject = ReturnType<typeof useNewSubject>;

function titleOf({ subject, isOrder }: NewSubject): string {
  if (isOrder) return t("cases.helpMeOrder");
  return t(subject === "account" ? "cases.writeToUs" : "cases.aboutTransaction");
}

function NewCase(props: { about: NewSubject; onDone: (caseId: string) => void }) {
  const { about } = props;
  const { subscription } = usePerson();
  // What the page of the transaction said of it.
  const { state } = useLocation() as { state: { readonly about?: string } | null };
  return (
    <SectionCard
      title={titleOf(about)}
      description={
        about.isOrder
          ? undefined
          : about.subject === "account"
            ? t("cases.writeToUsText")
            : state?.about
      }
    >
      <Stack gap="md">
        <CaseForm key={`${about.subjectId} ${about.isOrder}`} {...about} onDone={props.onDone} />
        <Text size="sm" c="dimmed">
          {t("cases.answerWithin", { hours: answerHours(subscription) })}
        </Text>
      </Stack>
    </SectionCard>
  );
}

/** The address without a case shows the form beside the list, or the case in which it would be written. */
function useShownId(items: readonly OwnCase[], about: NewSubject): string {
  const { caseId = newCase } = useParams();
  if (caseId !== newCase) return caseId;
  const open = items.find(
    ({ subjectId, state, kind }) =>
      subjectId === about.subjectId && state !== "closed" && (kind === "order") === about.isOrder,
  );
  return open?.id ?? newCase;
}

function Messages(props: { items: readonly OwnCase[] }) {
  const { items } = props;
  const { caseId } = useParams();
  const navigate = useNavigate();
  const about = useNewSubject();
  const shownId = useShownId(items, about);
  const show = (id: string) => void navigate(`${address}/${id}`, { replace: true });
  const pane =
    shownId === newCase ? (
      <NewCase about={about} onDone={show} />
    ) : (
      <OwnCaseCard key={shownId} caseId={shownId} onContinued={show} />
    );
  if (items.length === 0) return pane;
  return (
    <div className={classes["columns"]} data-shows={caseId === undefined ? "list" : "case"}>
      <CaseList items={items} shownId={shownId} />
      <div>{pane}</div>
    </div>
  );
}

/** What a customer has written to us with our answers, and the form for what is about no parcel or package. */
export default function MessagesPage() {
  const { caseId } = useParams();
  const query = useQuery(useApi().cases.listOwnCases.queryOptions({ input: {} }));
  const hasCases = (query.data?.items.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={t("cases.title")}
        above={
          hasCases && caseId !== undefined ? (
            <div className="narrow-only">
              <BackLink to={address} label={t("cases.back")} />
            </div>
          ) : null
        }
        actions={
          hasCases && caseId !== newCase ? (
            <Button
              component={Link}
              to={`${address}/${newCase}`}
              variant="default"
              {...(caseId === undefined ? { className: "narrow-only" } : {})}
            >
              {t("cases.writeToUs")}
            </Button>
          ) : null
        }
      />
      {query.data === undefined ? (
        <NotLoaded
          query={query}
          failure={{
            title: t("cases.notLoaded"),
            description: apiErrorMessage(query.error, t("common.noDataLost")),
          }}
          lines={6}
          label={t("cases.loading")}
        />
      ) : (
        <Messages items={query.data.items} />
      )}
    </>
  );
}
