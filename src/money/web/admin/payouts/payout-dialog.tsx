import {
  Alert,
  Button,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { PayoutRequest } from "#money/contract/payouts.ts";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient, type ApiClient } from "#money/web/api.ts";
import {
  isReauthenticationRequired,
  useReauthentication,
  type Reauthentication,
} from "#people/web/auth/reauthentication.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { Moment, Money, moneyText } from "#ui/web/figures.tsx";
import { DialogForm, FocusedAlert } from "#ui/web/form.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z
  .object({
    result: z.enum(["paid", "declined"]),
    paid: z.string().check(z.trim()),
    declined: z.string().check(z.trim()),
  })
  .check((context) => {
    const { value: input } = context;
    const message = t("toasts.missingAdjustmentInformation.description");
    if (input[input.result] === "")
      context.issues.push({ code: "custom", message, path: [input.result], input });
  });

type Started = Awaited<ReturnType<ApiClient["wallet"]["startPayout"]>>;

/** The payment details are shown only on request, because the customer cannot withdraw the payout from then on. */
function PaymentDetails(props: {
  request: PayoutRequest;
  started: Started | null;
  onStart: () => void;
  isStarting: boolean;
}) {
  const { request, started } = props;
  const person = usePerson();
  const starter = started?.startedBy ?? request.startedBy;
  const isStartedByOther = starter !== null && starter !== person.email;
  return (
    <Stack gap="sm">
      {isStartedByOther ? (
        <Alert color="yellow" title={t("admin-payouts.startedByOther", { email: starter })}>
          {t("admin-payouts.startedByOtherHint")}
        </Alert>
      ) : null}
      {started === null ? (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 14rem">
            {request.startedAt === null
              ? t("admin-payouts.detailsLockRequest")
              : t("admin-payouts.detailsRecorded")}
          </Text>
          <Button variant="default" loading={props.isStarting} onClick={props.onStart}>
            {t("admin-payouts.showDetails")}
          </Button>
        </Group>
      ) : (
        <DefinitionList
          items={[
            {
              term: t("admin-payouts.payTo"),
              value: (
                <span style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {started.details}
                </span>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}

/** Starts or settles the payout, with reauthentication where required; closes when it has already ended. */
function usePayoutActions(props: {
  request: PayoutRequest;
  withReauthentication: Reauthentication["withReauthentication"];
  onDone: () => void;
}) {
  const { request, withReauthentication, onDone } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const [started, setStarted] = useState<Started | null>(null);
  const end = () => {
    onDone();
    return { title: t("admin-payouts.alreadyEnded"), kind: "info" } as const;
  };
  const starting = useAction(
    {
      mutationFn: (payout: { readonly payoutRequestId: string }) =>
        withReauthentication(async () => setStarted(await client.wallet.startPayout(payout))),
    },
    { place: "payouts", done: () => null, failures: { conflict: end }, showsErrorInPlace: true },
  );
  const settle = async (isPaid: boolean, text: string) => {
    const note = isPaid ? { reference: text } : { reason: text };
    try {
      await withReauthentication(async () => {
        await client.wallet.settlePayoutRequest({ payoutRequestId: request.id, isPaid, ...note });
        showToast({
          title: t(isPaid ? "admin-payouts.markedPaid" : "admin-payouts.declined"),
          kind: "success",
          place: "payouts",
        });
        onDone();
      });
    } catch (error) {
      if (apiErrorCode(error) !== "conflict") throw error;
      showToast({ ...end(), place: "payouts" });
    } finally {
      refetch();
    }
  };
  return { settle, starting, started };
}

function failureText(error: unknown): string {
  return apiErrorCode(error) === "insufficient_balance"
    ? t("admin-payouts.disputed")
    : apiErrorMessage(error, t("toasts.unexpected.description"));
}

function SettleForm(props: {
  request: PayoutRequest;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const { request } = props;
  const { settle, starting, started } = usePayoutActions({ ...props, onDone: props.onClose });
  const form = useAppForm({
    schema,
    initialValues: { result: "paid", paid: "", declined: "" },
    draft: { name: `payout:${request.id}` },
    onSubmit: (input) => settle(input.result === "paid", input[input.result]),
  });
  const isPaid = form.values.result === "paid";
  const failure = form.error ?? starting.error;
  return (
    <DialogForm
      form={form}
      label={t("admin-payouts.settlePayout")}
      submitLabel={t(isPaid ? "admin-payouts.markAsPaid" : "admin-payouts.declinePayout")}
      onCancel={props.onClose}
      {...(isPaid ? {} : { color: "red" })}
      fallback={null}
    >
      <DefinitionList
        items={[
          { term: t("common.customer"), value: request.userEmail },
          { term: t("admin-payouts.requested"), value: <Moment at={request.createdAt} withTime /> },
          { term: t("common.amount"), value: <Money amountCents={request.amountCents} /> },
        ]}
      />
      {failure === null || isReauthenticationRequired(failure) ? null : (
        <FocusedAlert message={failureText(failure)} />
      )}
      {request.balanceCents < 0 ? (
        <Alert color="yellow" title={t("admin-payouts.notEnough")}>
          {t("admin-payouts.notEnoughHint", { amount: moneyText(-request.balanceCents) })}
        </Alert>
      ) : null}
      <PaymentDetails
        request={request}
        started={started}
        isStarting={starting.isRunning}
        onStart={() => void starting.run({ payoutRequestId: request.id })}
      />
      <Radio.Group {...form.field("result")} label={t("common.result")}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
          <Radio
            value="paid"
            label={t("admin-payouts.paid")}
            description={t("admin-payouts.paidHint")}
          />
          <Radio
            value="declined"
            label={t("admin-payouts.decline")}
            description={t("admin-payouts.declineHint")}
          />
        </SimpleGrid>
      </Radio.Group>
      {isPaid ? (
        <TextInput
          {...form.field("paid")}
          required
          label={t("admin-payouts.bankReference")}
          description={t("admin-payouts.bankReferenceHint")}
          autoComplete="off"
          maxLength={140}
        />
      ) : (
        <Textarea
          {...form.field("declined")}
          required
          label={t("common.reason")}
          description={t("admin-payouts.reasonHint")}
          rows={2}
          maxLength={500}
        />
      )}
    </DialogForm>
  );
}

/** @param props.request null closes the dialog. */
export function PayoutDialog(props: { request: PayoutRequest | null; onClose: () => void }) {
  const { request } = props;
  const { withReauthentication, reauthenticationDialog, isReauthenticating } =
    useReauthentication();
  return (
    <>
      <Dialog
        isOpen={request !== null}
        onClose={props.onClose}
        isBusy={isReauthenticating}
        title={t("admin-payouts.settlePayout")}
      >
        {request === null ? null : (
          <SettleForm
            key={request.id}
            request={request}
            withReauthentication={withReauthentication}
            onClose={props.onClose}
          />
        )}
      </Dialog>
      {reauthenticationDialog}
    </>
  );
}
