import { Anchor, Button, Group, Stack, Alert, Tabs, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { Link } from "react-router";
import type { User, UserDetails } from "#office/contract/admin-users.ts";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { UserHistory } from "#money/web/admin/wallets/user-history.tsx";
import { useHasWarehouse, useMayUse } from "#ui/web/permissions.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#office/web/api.ts";
import { usePerson } from "#ui/web/session.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { UserEditForm } from "./user-edit-form.tsx";
import { UserFacts } from "./user-facts.tsx";
import { UserLimits, UserRoles } from "./user-roles.tsx";
import { t, toastText, RichText } from "#ui/web/i18n/messages.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { thingTabs, useUserThings, UserThingPanels } from "./user-things.tsx";
import { Count, momentText, moneyText } from "#ui/web/figures.tsx";
import * as z from "zod/mini";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm, FormError } from "#ui/web/form.tsx";

type Mode = "facts" | "edit" | AccountMode;

function Actions(props: {
  user: UserDetails;
  isOwn: boolean;
  onMode: (mode: Mode) => void;
  onAdjust: (user: User) => void;
}) {
  const { user, isOwn } = props;
  const maySeePackages = useMayUse("shipments");
  const mayAdjust = useMayUse("money");
  const mayEdit = useMayUse("admin");
  const isSuspended = user.suspendedAt !== null;
  const packages = new URLSearchParams({ search: user.email }).toString();
  return (
    <Group justify="space-between" gap="sm">
      {maySeePackages ? (
        <Anchor component={Link} size="sm" to={`/admin/dashboard/shipments?${packages}`}>
          {t("admin-users.packagesOfUser")}
        </Anchor>
      ) : null}
      {user.closedAt === null ? (
        <Group gap="sm">
          {isOwn || !mayEdit ? null : (
            <Button
              variant="default"
              onClick={() => props.onMode(isSuspended ? "restore" : "suspend")}
            >
              {isSuspended ? t("admin-users.submit.restore") : t("admin-users.suspend")}
            </Button>
          )}
          {isOwn || !mayAdjust ? null : (
            <Button variant="default" onClick={() => props.onAdjust(user)}>
              {t("admin-users.adjustWallet")}
            </Button>
          )}
          {mayEdit ? (
            <Button onClick={() => props.onMode("edit")}>{t("common.edit")}</Button>
          ) : null}
        </Group>
      ) : null}
    </Group>
  );
}

function Content(props: {
  user: UserDetails;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onBusy: (isBusy: boolean) => void;
  onAdjust: (user: User) => void;
}) {
  const { user, mode, onMode, onBusy } = props;
  const isOwn = usePerson().id === user.id;
  const seesLimits = useMayUse("limits");
  const seesMoney = useMayUse("money");
  const [payment, setPayment] = useState<EndedPlanPayment | null>(null);
  const refund = (chosen: EndedPlanPayment) => {
    setPayment(chosen);
    onMode("refundPlan");
  };
  const seesRoles = !user.isAdmin && user.closedAt === null;
  if (mode === "edit") {
    return (
      <UserEditForm
        user={user}
        isOwn={isOwn}
        onBusy={onBusy}
        onEndPlan={() => onMode("endPlan")}
        onCancel={() => onMode("facts")}
        onSaved={() => onMode("facts")}
      />
    );
  }
  if (mode !== "facts") {
    const before = mode === "endPlan" ? "edit" : "facts";
    return (
      <ReasonForm
        key={mode}
        user={user}
        mode={mode}
        payment={payment}
        onBusy={onBusy}
        onCancel={() => onMode(before)}
        onDone={() => onMode("facts")}
      />
    );
  }
  const details = (
    <Stack gap="lg">
      {seesMoney ? <EndedPlanPayments userId={user.id} onRefund={isOwn ? null : refund} /> : null}
      <UserFacts user={user} />
      {seesRoles ? <UserRoles user={user} isOwn={isOwn} onBusy={onBusy} /> : null}
      {seesLimits ? <UserLimits user={user} /> : null}
      <Actions user={user} isOwn={isOwn} onMode={onMode} onAdjust={props.onAdjust} />
    </Stack>
  );
  return <UserTabs user={user} details={details} />;
}

function adjustmentsOf(email: string) {
  const filter = new URLSearchParams({ action: "wallet.adjustWallet", target: email });
  return { path: `/admin/dashboard/audit?${filter.toString()}`, name: t("admin-audit.title") };
}

/** The account, and what the user has, as far as the reader may read it. */
function UserTabs(props: { user: UserDetails; details: ReactElement }) {
  const { user, details } = props;
  const seesThings = useMayUse("customerThings");
  const seesWallet = useMayUse("money") && user.walletBalanceCents !== null;
  const seesAudit = useMayUse("admin");
  const hasWarehouse = useHasWarehouse();
  const things = useUserThings(user.id, seesThings);
  if (!seesThings && !seesWallet) return details;
  const shownThings = thingTabs.filter((tab) => tab !== "inboundParcels" || hasWarehouse);
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <TabList mb="md" aria-label={t("admin-users.tabs")}>
        <Tabs.Tab value="details">{t("admin-users.tab.details")}</Tabs.Tab>
        {seesWallet ? <Tabs.Tab value="wallet">{t("admin-users.tab.wallet")}</Tabs.Tab> : null}
        {seesThings
          ? shownThings.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                <span>{t(`admin-users.things.${tab}`)}</span>{" "}
                {things.data ? <Count value={things.data[tab].total} /> : null}
              </Tabs.Tab>
            ))
          : null}
      </TabList>
      <Tabs.Panel value="details">{details}</Tabs.Panel>
      {seesWallet ? (
        <Tabs.Panel value="wallet">
          <UserHistory
            userId={user.id}
            email={user.email}
            adjustments={seesAudit ? adjustmentsOf(user.email) : null}
          />
        </Tabs.Panel>
      ) : null}
      {seesThings ? <UserThingPanels query={things} email={user.email} /> : null}
    </Tabs>
  );
}

function Body(props: {
  userId: string;
  onBusy: (isBusy: boolean) => void;
  onAdjust: (user: User) => void;
}) {
  const api = useApi();
  const [mode, setMode] = useState<Mode>("facts");
  const { data, error, isFetching, refetch } = useQuery(
    api.users.readUser.queryOptions({ input: { userId: props.userId }, staleTime: 0 }),
  );
  useFailureToast(apiErrorCode(error) === null ? error : null, toastText("userProfilesNotLoaded"));
  if (data) {
    return (
      <Content
        user={data}
        mode={mode}
        onMode={setMode}
        onBusy={props.onBusy}
        onAdjust={props.onAdjust}
      />
    );
  }
  if (error === null) return <LoadingLines lines={10} />;
  return apiErrorCode(error) === null ? (
    <ErrorState
      title={t("toasts.userProfilesNotLoaded.title")}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <ErrorState title={t("admin-users.notFound")} description={t("admin-users.notFoundText")} />
  );
}

/**
 * @param props.userId null closes the dialog.
 * @param props.isCovered another dialog is open above this one, which alone must handle the Escape key.
 */
export function UserDialog(props: {
  userId: string | null;
  isCovered: boolean;
  onClose: () => void;
  onAdjust: (user: User) => void;
}) {
  const { userId } = props;
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      isOpen={userId !== null}
      onClose={props.onClose}
      isBusy={props.isCovered || isBusy}
      size="lg"
      title={t("admin-users.details")}
    >
      {userId === null ? null : (
        <Body key={userId} userId={userId} onBusy={setBusy} onAdjust={props.onAdjust} />
      )}
    </Dialog>
  );
}

function stateText({ refundedCents, refundableCents }: EndedPlanPayment): string | null {
  if (refundedCents > 0) {
    return t("admin-users.endedPayments.refunded", { amount: moneyText(refundedCents) });
  }
  return refundableCents === 0 ? t("admin-users.endedPayments.notRefundable") : null;
}

function PaymentLine(props: { payment: EndedPlanPayment; onRefund: (() => void) | null }) {
  const { payment, onRefund } = props;
  const { amountCents, paidAt, plan, periodEndsAt, refundableCents } = payment;
  const state = stateText(payment);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} flex="1 1 14rem">
        <Text size="sm">
          {t("admin-users.endedPayments.paid", {
            amount: moneyText(amountCents),
            paidOn: momentText(paidAt),
            plan,
            until: momentText(periodEndsAt),
          })}
        </Text>
        {state === null ? null : (
          <Text size="sm" c="dimmed">
            {state}
          </Text>
        )}
      </Stack>
      {refundableCents === 0 || onRefund === null ? null : (
        <Button variant="default" onClick={onRefund}>
          {t("admin-users.endedPayments.refund", { amount: moneyText(refundableCents) })}
        </Button>
      )}
    </Group>
  );
}

/**
 * What was paid for months of plans that ended before these were over, such as a renewal at the moment of the end, each with
 * an offer to refund it. Renders nothing where there is none.
 */
export function EndedPlanPayments(props: {
  userId: string;
  /** null offers no refund, as for the own account. */
  onRefund: ((payment: EndedPlanPayment) => void) | null;
}) {
  const { userId, onRefund } = props;
  const api = useApi();
  const { data, error } = useQuery(
    api.plans.listEndedPlanPayments.queryOptions({ input: { userId }, staleTime: 0 }),
  );
  if (error !== null) {
    return <Alert color="yellow">{t("admin-users.endedPayments.notLoaded")}</Alert>;
  }
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Alert color="yellow" title={t("admin-users.endedPayments.title")}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {data.items.map((payment) => (
          <PaymentLine
            key={payment.invoiceId}
            payment={payment}
            onRefund={onRefund === null ? null : () => onRefund(payment)}
          />
        ))}
      </Stack>
    </Alert>
  );
}

type AccountMode = "suspend" | "restore" | "endPlan" | "refundPlan";

const schema = z.object({
  reason: requiredText(() => t("toasts.missingAdjustmentInformation.description")),
});

/** A function that runs the action, and the dialog for the password. */
function useAccountAction(user: User, mode: AccountMode, payment: EndedPlanPayment | null) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const act = async (reason: string): Promise<void> => {
    const input = { userId: user.id, reason };
    try {
      await withReauthentication<unknown>(() => {
        if (mode === "suspend") return client.users.suspendUser(input);
        if (mode === "restore") return client.users.restoreUser(input);
        if (mode === "endPlan") return client.plans.endSubscription(input);
        return client.plans.refundPlanPayment({ ...input, invoiceId: payment?.invoiceId ?? "" });
      });
    } finally {
      refetch();
    }
  };
  return { act, reauthenticationDialog };
}

/** The input stays on every failure. `onDone` is called after success. */
function ReasonForm(props: {
  user: User;
  mode: AccountMode;
  /** What is refunded. */
  payment: EndedPlanPayment | null;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { user, mode, payment } = props;
  const { act, reauthenticationDialog } = useAccountAction(user, mode, payment);
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: `${mode}:${user.id}` },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      props.onBusy(true);
      try {
        await act(reason);
        showToast({ title: t(`admin-users.done.${mode}`), kind: "success" });
        props.onDone();
      } finally {
        props.onBusy(false);
      }
    },
  });
  return (
    <>
      <DialogForm
        form={form}
        label={t(`admin-users.submit.${mode}`)}
        submitLabel={t(`admin-users.submit.${mode}`)}
        onCancel={props.onCancel}
        {...(mode === "restore" ? {} : { color: "red" })}
        fallback={null}
      >
        <Text size="sm">
          <RichText
            id={`admin-users.intro.${mode}`}
            values={{ email: user.email, amount: moneyText(payment?.refundableCents ?? 0) }}
            components={{ user: <Text span inherit fw={600} /> }}
          />
        </Text>
        <FormError form={form} fallback={t("toasts.unexpected.description")} />
        <Textarea
          {...form.field("reason")}
          label={t("common.reason")}
          description={
            mode === "suspend" ? t("admin-users.suspensionNote") : t("admin-users.reasonNote")
          }
          required
          rows={2}
          maxLength={500}
        />
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}
