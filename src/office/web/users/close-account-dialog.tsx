import {
  ReauthenticationDialog,
  type Reauthentication,
} from "#people/web/auth/reauthentication.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { use, useState } from "react";
import { useNavigate } from "react-router";
import { errorText } from "#ui/web/i18n/texts.ts";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { leastPayoutCents } from "#money/rules/payment.ts";
import { useApi, useApiClient, type ApiClient } from "#office/web/api.ts";
import { useSession, EndSessionContext } from "#ui/web/session.tsx";
import { Moment, Money } from "#ui/web/figures.tsx";
import { FocusedAlert } from "#ui/web/form.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { PayoutForm } from "#money/web/wallet/payout-form.tsx";
import { PasswordForm } from "#people/web/auth/password-dialog.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

type Closing = Awaited<ReturnType<ApiClient["users"]["readAccountClosing"]>>;

/** @param isResponse takes the focus, because the submitted form is gone. */
function RequestedPayout(props: { amountCents: number; createdAt: string; isResponse: boolean }) {
  const sentence = (
    <span>
      <RichText
        id="users.closing.payoutRequested"
        components={{
          amount: <Money amountCents={props.amountCents} />,
          date: <Moment at={props.createdAt} />,
        }}
      />
    </span>
  );
  return props.isResponse ? (
    <FocusedAlert kind="success" message={sentence} />
  ) : (
    <Text size="sm">{sentence}</Text>
  );
}

/** Everything that prevents closing the account. */
function ClosingBlockers(props: {
  closing: Closing;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const { balanceCents, heldCents, mustCancelSubscription, parcelsHereCount, payoutRequest } =
    props.closing;
  const [hasRequested, setRequested] = useState(false);
  const isFormShown = balanceCents >= leastPayoutCents && payoutRequest === null;
  const feesCents = heldCents - (payoutRequest?.amountCents ?? 0);
  const isMoneySettled = balanceCents === 0 && heldCents === 0 && !mustCancelSubscription;
  const isAdminAccount = isMoneySettled && parcelsHereCount === 0;
  return (
    <Stack gap="md">
      {isAdminAccount ? <Alert color="yellow">{errorText("admin_account")}</Alert> : null}
      {mustCancelSubscription ? (
        <Alert color="yellow">{errorText("subscription_active")}</Alert>
      ) : null}
      {parcelsHereCount > 0 ? (
        <Alert color="yellow">{t("users.closing.parcelsHere", { count: parcelsHereCount })}</Alert>
      ) : null}
      {balanceCents === 0 ? null : (
        <Alert color="yellow">
          <RichText
            id="users.closing.balance"
            values={{
              reason:
                balanceCents > 0
                  ? errorText("balance_not_zero")
                  : t("users.closing.balanceNegative"),
            }}
            components={{ balance: <Money amountCents={balanceCents} /> }}
          />
        </Alert>
      )}
      {balanceCents > 0 && balanceCents < leastPayoutCents ? (
        <Text size="sm">
          <RichText
            id="users.closing.payoutMinimum"
            components={{ amount: <Money amountCents={leastPayoutCents} /> }}
          />
        </Text>
      ) : null}
      {feesCents <= 0 ? null : (
        <Alert color="yellow">
          <RichText
            id="users.closing.feesOnHold"
            components={{ amount: <Money amountCents={feesCents} /> }}
          />
        </Alert>
      )}
      {payoutRequest ? <RequestedPayout isResponse={hasRequested} {...payoutRequest} /> : null}
      {isFormShown ? (
        <PayoutForm
          balanceCents={balanceCents}
          withReauthentication={props.withReauthentication}
          onRequested={() => setRequested(true)}
          onClose={props.onClose}
        />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t("common.close")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function useCloseAccount() {
  const client = useApiClient();
  const session = useSession();
  const navigate = useNavigate();
  const leave = use(EndSessionContext);
  return (password: string) =>
    leave(async () => {
      await client.users.closeAccount({ password });
      session.clear();
      await navigate("/");
      showToast({ title: t("users.closing.closed"), kind: "success", place: "account" });
    });
}

/** The reference of what was written to us, and the thing that it is about. */
function caseName({ number, subjectName }: OwnCase): string {
  return subjectName === "" ? number : `${number} (${subjectName})`;
}

/** What was written to us and is still open, which is closed with the account. */
function OpenCases({ items }: { items: readonly OwnCase[] }) {
  const open = items.filter(({ state }) => state !== "closed");
  if (open.length === 0) return null;
  return (
    <Text span inherit display="block" mt="sm" fw={600}>
      {t("users.closing.openCases", {
        count: open.length,
        cases: open.map(caseName).join(", "),
      })}
    </Text>
  );
}

function Content(props: {
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const api = useApi();
  const close = useCloseAccount();
  const query = useQuery(api.users.readAccountClosing.queryOptions({ input: {}, staleTime: 0 }));
  const cases = useQuery(api.cases.listOwnCases.queryOptions({ input: {}, staleTime: 0 }));
  const { data } = query;
  const failure = { title: t("users.accountNotLoaded") };
  if (!data) return <NotLoaded query={query} failure={failure} lines={3} />;
  if (!cases.data) return <NotLoaded query={cases} failure={failure} lines={3} />;
  if (!data.isPossible) {
    return (
      <>
        <ClosingBlockers closing={data} {...props} />
        <OpenCases {...cases.data} />
      </>
    );
  }
  return (
    <PasswordForm
      title={t("users.closing.title")}
      confirmLabel={t("users.closing.title")}
      isDestructive
      errorSentence={t("users.closing.failed")}
      onClose={props.onClose}
      onConfirm={close}
    >
      <span>{t("users.closing.explanation")}</span>
      <OpenCases {...cases.data} />
    </PasswordForm>
  );
}

export function CloseAccountDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ReauthenticationDialog {...props} title={t("users.closing.title")}>
      {({ withReauthentication }) => (
        <Content withReauthentication={withReauthentication} onClose={props.onClose} />
      )}
    </ReauthenticationDialog>
  );
}
