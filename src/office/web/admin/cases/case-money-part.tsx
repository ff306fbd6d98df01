import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CaseMoney } from "#office/contract/case-money.ts";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import { useApi } from "#office/web/api.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAction } from "#ui/web/action.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { moneyText, optionalText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { seenOf } from "./seen-message.ts";

type Proposal = NonNullable<CaseMoney["grant"]>;

/** What was proposed and is not paid yet, with the button for a second person. */
function Proposed(props: { opened: StaffCaseDetails; grant: Proposal; onClose: () => void }) {
  const { opened, grant } = props;
  const api = useApi();
  const seesMoney = useMayUse("money");
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const { amountCents, grantedBy, text } = grant;
  const { run, isRunning } = useAction(
    {
      mutationFn: async (input: Parameters<typeof api.cases.confirmGrant.call>[0]) =>
        await withReauthentication(() => api.cases.confirmGrant.call(input)),
    },
    {
      done: () => {
        props.onClose();
        return { title: t("admin-cases.money.paid", { amount: moneyText(amountCents) }) };
      },
      failed: () => t("admin-cases.money.notConfirmed"),
    },
  );
  return (
    <Alert color="yellow">
      <Stack gap="xs" align="start">
        <Text size="sm">
          {t("admin-cases.money.proposed", {
            amount: moneyText(amountCents),
            name: optionalText(grantedBy),
          })}
        </Text>
        <Text size="sm" className="written-lines">
          {text}
        </Text>
        {seesMoney && !grant.isReaders ? (
          <Button
            size="sm"
            loading={isRunning}
            onClick={() =>
              void run({
                caseId: opened.id,
                amountCents,
                outcome: text,
                ...seenOf(opened),
                idempotencyKey: crypto.randomUUID(),
              })
            }
          >
            {t("admin-cases.money.confirm", { amount: moneyText(amountCents) })}
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            {t("admin-cases.money.needsSecond")}
          </Text>
        )}
        {reauthenticationDialog}
      </Stack>
    </Alert>
  );
}

/** What is asked for in a case, how much can be granted, and what is proposed or was paid. */
export function CaseMoneyPart(props: { opened: StaffCaseDetails; onClose: () => void }) {
  const { opened } = props;
  const { data } = useQuery(
    useApi().cases.readCaseMoney.queryOptions({ input: { caseId: opened.id } }),
  );
  if (data === undefined) return null;
  const { askedCents, mostCents, grant, goods } = data;
  if (askedCents === null && grant === null) return null;
  return (
    <DialogSection title={t("admin-cases.money")}>
      <Stack gap="sm">
        <DefinitionList
          columns={2}
          items={[
            {
              term: t("admin-cases.money.asked"),
              value: askedCents === null ? t("common.none") : moneyText(askedCents),
            },
            {
              term: t("admin-cases.money.most"),
              value: mostCents === null ? t("admin-cases.money.noValue") : moneyText(mostCents),
            },
            ...(grant?.isPaid
              ? [{ term: t("admin-cases.money.granted"), value: moneyText(grant.amountCents) }]
              : []),
            ...(goods.length === 0
              ? []
              : [
                  {
                    term: t("admin-cases.money.goods"),
                    value: goods
                      .map(({ description, valueCents }) =>
                        [
                          optionalText(description),
                          valueCents === null ? "" : moneyText(valueCents),
                        ]
                          .filter((part) => part !== "")
                          .join(" · "),
                      )
                      .join("; "),
                  },
                ]),
          ]}
        />
        {grant === null || grant.isPaid || opened.state === "closed" ? null : (
          <Proposed opened={opened} grant={grant} onClose={props.onClose} />
        )}
      </Stack>
    </DialogSection>
  );
}
