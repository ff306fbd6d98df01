import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
import type { CaseMessage, OwnCaseDetails } from "#office/contract/case-fields.ts";
import { useApi } from "#office/web/api.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { FoldableSection } from "#ui/web/foldable-section.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { ReplacedPart } from "#ui/web/replaced-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { ErrorState, NotLoaded } from "#ui/web/states.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { transactionText } from "#money/web/wallet/transaction-labels.ts";
import { CaseEvidence, CompareLine, hasEvidence } from "./case-evidence.tsx";
import { caseBadge, casePath, caseTitle, stateText } from "./case-texts.ts";
import { CaseChoices } from "./choices.tsx";
import { Conversation } from "./conversation.tsx";
import { MessageForm } from "./message-form.tsx";

function authorOf({ sender }: CaseMessage) {
  return <strong>{sender === "customer" ? t("cases.you") : brandName}</strong>;
}

function OpenThing(props: { written: OwnCaseDetails }) {
  const path = casePath(props.written);
  if (path === null) return null;
  const name = props.written.subjectName || caseTitle(props.written);
  return (
    <Anchor component={Link} to={path} size="sm">
      <RichText
        id="cases.openThing"
        values={{ name }}
        components={{ hidden: <span className="visually-hidden" /> }}
      />
    </Anchor>
  );
}

/** What was asked for, and what was paid into the wallet. */
function CaseMoneyLine(props: { written: OwnCaseDetails }) {
  const { askedCents, grantedCents } = props.written;
  if (grantedCents !== null) {
    return (
      <Alert color="green">
        <Group gap="xs">
          <span>{t("cases.money.decided", { amount: moneyText(grantedCents) })}</span>
          <Anchor component={Link} to="/dashboard/wallet?tab=history" size="sm">
            {t("cases.money.toWallet")}
          </Anchor>
        </Group>
      </Alert>
    );
  }
  if (askedCents === null) return null;
  return <Text size="sm">{t("cases.money.asked", { amount: moneyText(askedCents) })}</Text>;
}

/** What was known of the thing when the case was opened; folded once the case is closed. */
function JoinedEvidence(props: { written: OwnCaseDetails }) {
  const { evidence, kind, state } = props.written;
  if (!hasEvidence(evidence)) return null;
  return (
    <FoldableSection title={t("cases.evidence")} isFolded={state === "closed"}>
      <Stack gap="sm">
        <CompareLine kind={kind} evidence={evidence} />
        <CaseEvidence evidence={evidence} />
      </Stack>
    </FoldableSection>
  );
}

function CaseCard(props: { written: OwnCaseDetails; onContinued: (caseId: string) => void }) {
  const { written } = props;
  const { id, number, messages, previous, state, transaction } = written;
  const [now] = useState(() => new Date());
  const [sentCount, setSentCount] = useState(0);
  const onSent = (caseId: string) => {
    setSentCount((count) => count + 1);
    if (caseId !== id) props.onContinued(caseId);
  };
  return (
    <SectionCard
      title={caseTitle(written)}
      description={transaction === null ? undefined : transactionText(transaction)}
      actions={<OpenThing written={written} />}
    >
      <Stack gap="md">
        <Group gap="xs">
          <StatusBadge {...caseBadge(written)} />
          <Text size="sm">{stateText(written, now)}</Text>
        </Group>
        <CaseMoneyLine written={written} />
        {previous === null ? null : (
          <Text size="sm">
            <RichText
              id="cases.goesOn"
              values={{ number: previous.number }}
              components={{
                link: <Anchor component={Link} to={`/dashboard/messages/${previous.id}`} inherit />,
              }}
            />
          </Text>
        )}
        <JoinedEvidence written={written} />
        <ReplacedPart shown={[sentCount, state, messages.length].join(" ")} staysInPlace>
          <Stack gap="md">
            <Conversation
              messages={messages}
              authorOf={authorOf}
              isOwn={({ sender }) => sender === "customer"}
              choicesOf={(message) => <CaseChoices written={written} message={message} now={now} />}
            />
            <MessageForm key={sentCount} written={written} onSent={onSent} />
          </Stack>
        </ReplacedPart>
        <Text size="xs" c="dimmed">
          {t("cases.reference", { number })}
        </Text>
      </Stack>
    </SectionCard>
  );
}

/**
 * A case with what both sides wrote, and where its customer answers.
 * @param props.onContinued called with the new case where the answer opened one
 */
export function OwnCaseCard(props: { caseId: string; onContinued: (caseId: string) => void }) {
  const { caseId } = props;
  const query = useQuery(useApi().cases.readOwnCase.queryOptions({ input: { caseId } }));
  if (query.data !== undefined) {
    return <CaseCard key={caseId} written={query.data} onContinued={props.onContinued} />;
  }
  const code = apiErrorCode(query.error);
  if (code === "not_found" || code === "invalid_input") {
    return <ErrorState title={t("cases.unknown")} />;
  }
  return (
    <NotLoaded
      query={query}
      failure={{
        title: t("cases.notLoaded"),
        description: apiErrorMessage(query.error, t("common.noDataLost")),
      }}
      lines={8}
      label={t("cases.loading")}
    />
  );
}
