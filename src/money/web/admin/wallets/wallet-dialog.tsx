import {
  Button,
  Group,
  Stack,
  Tabs,
  Text,
  Radio,
  SimpleGrid,
  Skeleton,
  Textarea,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, useState } from "react";
import { isPositive, adjustmentKinds, type AdjustmentKind } from "#money/rules/ledger.ts";
import { useApi, useApiClient } from "#money/web/api.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { Money, optionalText } from "#ui/web/figures.tsx";
import { SignedAmount } from "#money/web/wallet/transaction-columns.tsx";
import { HoldsPanel } from "./holds-panel.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import {
  type Adjusted,
  type WalletMode,
  adjustmentSchema,
  adjustmentToast,
  previewOf,
  type Adjustment,
  type AdjustmentForm,
} from "./wallet-adjustment.ts";
import { t, type ToastText, RichText, toastText } from "#ui/web/i18n/messages.tsx";
import { useRefetch } from "#ui/web/action.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-service.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAppForm, type Field, type SelectField } from "#ui/web/app-form.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { AmountInput } from "./amount-input.tsx";
import classes from "#money/web/admin/money.module.css";

/** The customer's current balance; undefined while it loads. */
function useBalance(customer: WalletMode["customer"], isWanted: boolean): number | undefined {
  const api = useApi();
  const { data } = useQuery(
    api.wallet.readUserWallet.queryOptions({
      input: { userId: customer.id },
      enabled: isWanted,
      staleTime: 0,
    }),
  );
  return data?.balanceCents;
}

function Result(props: { adjusted: Adjusted; onClose: () => void }) {
  const { transaction, balanceCents } = props.adjusted;
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  const isCredit = isPositive(transaction.type);
  return (
    <Stack gap="lg">
      <Stack align="center" gap="xs" ta="center" role="status">
        <span className="round-mark" aria-hidden="true">
          <CircleCheck size={22} />
        </span>
        <Text fw={600}>
          {isCredit ? t("admin-wallets.done.credit") : t("admin-wallets.done.deduction")}
        </Text>
      </Stack>
      <DefinitionList
        items={[
          {
            term: isCredit ? t("admin-wallets.credited") : t("admin-wallets.deducted"),
            value: <SignedAmount transaction={transaction} />,
          },
          ...(transaction.legNumber === null
            ? []
            : [{ term: t("admin-wallets.forLeg"), value: String(transaction.legNumber) }]),
          { term: t("common.reason"), value: optionalText(transaction.reason) },
          { term: t("admin-wallets.balanceNow"), value: <Money amountCents={balanceCents} /> },
        ]}
      />
      <Group justify="flex-end">
        <Button ref={done} onClick={props.onClose}>
          {t("admin-wallets.done")}
        </Button>
      </Group>
    </Stack>
  );
}

function Adjustment(props: {
  mode: WalletMode;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}) {
  const [adjusted, setAdjusted] = useState<Adjusted | null>(null);
  const balanceCents = useBalance(props.mode.customer, adjusted === null);
  if (adjusted) return <Result adjusted={adjusted} onClose={props.onClose} />;
  return (
    <WalletForm
      mode={props.mode}
      balanceCents={balanceCents}
      onBusy={props.onBusy}
      onCancel={props.onClose}
      onAdjusted={setAdjusted}
    />
  );
}

/** @param props.mode null closes the dialog. */
export function WalletDialog(props: { mode: WalletMode | null; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const { mode } = props;
  return (
    <Dialog
      isOpen={mode !== null}
      onClose={props.onClose}
      isBusy={isBusy}
      title={t("admin-wallets.adjust")}
    >
      {mode ? (
        <Tabs key={mode.customer.id} defaultValue="adjustment" keepMounted={false}>
          <TabList mb="md">
            <Tabs.Tab value="adjustment" disabled={isBusy}>
              {t("admin-wallets.adjustment")}
            </Tabs.Tab>
            <Tabs.Tab value="holds" disabled={isBusy}>
              {t("admin-wallets.feesOnHold")}
            </Tabs.Tab>
          </TabList>
          <Tabs.Panel value="adjustment">
            <Adjustment mode={mode} onBusy={setBusy} onClose={props.onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="holds">
            <HoldsPanel customer={mode.customer} />
          </Tabs.Panel>
        </Tabs>
      ) : null}
    </Dialog>
  );
}

const kindTexts = {
  credit: "admin-wallets.kind.creditText",
  deduction: "admin-wallets.kind.deductionText",
} as const satisfies Record<AdjustmentKind, string>;

const errorToast: Partial<Record<ErrorCode, () => Required<ToastText>>> = {
  missing_information: () => toastText("missingAdjustmentInformation"),
  invalid_adjustment_amount: () => toastText("invalidAdjustmentAmount"),
  insufficient_balance: () => toastText("insufficientBalance"),
};

function serverErrorToast(error: unknown): Required<ToastText> {
  const code = apiErrorCode(error);
  const toast = code === null ? undefined : errorToast[code]?.();
  const { title, description } = toastText("walletNotUpdated");
  return toast ?? { title, description: apiErrorMessage(error, description) };
}

/** The fee of each leg has a draft of its own. */
function draftName({ customer, fee }: WalletMode): string {
  return fee ? `wallet:${customer.id}:${fee.packageId}:${fee.legNumber}` : `wallet:${customer.id}`;
}

function useAdjustWallet(mode: WalletMode) {
  const refetch = useRefetch();
  const client = useApiClient();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const send = async (draft: Adjustment, idempotencyKey: string) => {
    const isDeduction = draft.kind === "deduction";
    const legNumber = isDeduction && draft.leg ? Number(draft.leg) : null;
    try {
      const adjustment = {
        userId: mode.customer.id,
        kind: draft.kind,
        amount: draft.amount,
        reason: draft.reason,
        ...(legNumber === null ? {} : { legNumber }),
        ...(isDeduction && mode.fee ? { packageId: mode.fee.packageId } : {}),
        idempotencyKey,
      };
      return await withReauthentication(() => client.wallet.adjustWallet(adjustment));
    } finally {
      refetch();
    }
  };
  return { send, reauthenticationDialog };
}

function Preview(props: { draft: AdjustmentForm["values"]; balanceCents: number | undefined }) {
  const { balanceCents } = props;
  if (balanceCents === undefined)
    return <Skeleton h={66} role="status" aria-label={t("admin-wallets.loadingBalance")} />;
  const after = previewOf(props.draft, balanceCents);
  return (
    <dl className={classes["preview"]} aria-live="polite">
      <div>
        <dt>{t("admin-wallets.currentBalance")}</dt>
        <dd>
          <Money amountCents={balanceCents} />
        </dd>
      </div>
      <div>
        <dt>{t("admin-wallets.resultingBalance")}</dt>
        <dd data-short={after !== null && after < 0}>
          {after === null ? <span>–</span> : <Money amountCents={after} />}
          {after !== null && after < 0 ? (
            <span className={classes["short"]}>{t("admin-wallets.insufficient")}</span>
          ) : null}
        </dd>
      </div>
    </dl>
  );
}

function KindField({ field }: { field: Field }) {
  return (
    <Radio.Group {...field} label={t("admin-wallets.type")} required>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6} mb={field.error ? 6 : 0}>
        {adjustmentKinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`admin-wallets.kind.${kind}`)}
            description={t(kindTexts[kind])}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

function LegNumberField({ field }: { field: SelectField }) {
  return (
    <Select
      {...field}
      label={t("admin-wallets.legNumber")}
      placeholder={t("common.none")}
      clearable
      data={Array.from({ length: maxLegsPerPackage }, (_, place) => ({
        value: String(place + 1),
        label: t("admin-wallets.leg", { number: place + 1 }),
      }))}
    />
  );
}

type WalletFormProps = {
  mode: WalletMode;
  balanceCents: number | undefined;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onAdjusted: (adjusted: Adjusted) => void;
};

/** The input stays on every failure, and the first wrong field gets the focus. */
function WalletForm(props: WalletFormProps) {
  const { mode, balanceCents } = props;
  const { send, reauthenticationDialog } = useAdjustWallet(mode);
  const form = useAppForm({
    schema: adjustmentSchema(balanceCents ?? null),
    initialValues: {
      kind: mode.fee ? "deduction" : "",
      amount: "",
      reason: mode.fee?.reason ?? "",
      leg: mode.fee ? String(mode.fee.legNumber) : "",
    },
    ...(mode.fee ? { startAt: "amount" } : {}),
    draft: { name: draftName(mode) },
    onSubmit: async (adjustment, { readRequestKey }) => {
      props.onBusy(true);
      try {
        props.onAdjusted(await send(adjustment, readRequestKey()));
      } finally {
        props.onBusy(false);
      }
    },
    onInvalid: (errors, { showToast }) => {
      const toast = adjustmentToast(Object.values(errors));
      if (toast) showToast({ ...toast, kind: "destructive" });
    },
    onError: (error, { showToast }) => {
      const toast = serverErrorToast(error);
      showToast({ ...toast, kind: "destructive" });
      form.reject({ amount: toast.description });
    },
  });
  const { kind } = form.values;
  const chosen = adjustmentKinds.find((known) => known === kind);
  return (
    <>
      <DialogForm
        form={form}
        label={t("admin-wallets.adjust")}
        submitLabel={chosen ? t(`admin-wallets.submit.${chosen}`) : t("admin-wallets.adjust")}
        onCancel={props.onCancel}
        fallback={null}
      >
        <Text size="sm" c="dimmed">
          <RichText
            id="admin-wallets.walletOf"
            values={{ email: mode.customer.email }}
            components={{ customer: <Text span inherit fw={600} c="var(--mantine-color-text)" /> }}
          />
        </Text>
        <KindField field={form.field("kind")} />
        <SimpleGrid cols={{ base: 1, xs: kind === "deduction" ? 2 : 1 }} spacing="sm">
          <AmountInput field={form.field("amount")} label={t("admin-wallets.amount")} />
          {kind === "deduction" ? <LegNumberField field={form.select("leg")} /> : null}
        </SimpleGrid>
        <Textarea
          {...form.field("reason")}
          label={t("common.reason")}
          description={t("admin-wallets.reasonHint")}
          required
          rows={2}
          maxLength={500}
        />
        <Preview draft={form.values} balanceCents={balanceCents} />
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}
