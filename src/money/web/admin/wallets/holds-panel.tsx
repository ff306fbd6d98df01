import { RowButton } from "#ui/web/row-button.tsx";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Hold } from "#money/contract/wallet.ts";
import { useApi, useApiClient } from "#money/web/api.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import { Moment, Money } from "#ui/web/figures.tsx";
import { showToast } from "#ui/web/toast.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import * as z from "zod/mini";
import { decimalText } from "#platform/rules/money.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-service.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { DialogForm, FormError } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { AmountInput } from "./amount-input.tsx";
import { requiredAmount, requiredReason } from "./wallet-adjustment.ts";

function subjectOf(hold: Hold): string {
  if (hold.type === "payout") return t("admin-wallets.payout");
  return [
    hold.reason,
    hold.trackingNumber ? t("admin-wallets.package", { trackingNumber: hold.trackingNumber }) : "",
    hold.legNumber === null ? "" : t("admin-wallets.leg", { number: hold.legNumber }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function OpenHold(props: { hold: Hold; onChoose: (mode: HoldMode) => void }) {
  const { hold, onChoose } = props;
  const subject = subjectOf(hold);
  return (
    <li className={classes["newestRow"]}>
      <div className={classes["newestMain"]}>
        <span className={classes["newestTitle"]}>{subject}</span>
        <span className={classes["newestLine"]}>
          <Moment at={hold.heldAt} />
        </span>
      </div>
      <div className={classes["side"]}>
        <Text span fw={600}>
          <Money amountCents={hold.amountCents} />
        </Text>
        {hold.type === "payout" ? (
          <Button
            component={Link}
            to="/admin/dashboard/payouts"
            size="compact-sm"
            variant="default"
          >
            {t("admin-wallets.openPayouts")}
          </Button>
        ) : (
          <Group gap={6} wrap="nowrap">
            <RowButton
              aria-label={t("admin-wallets.settleOf", { subject })}
              onClick={() => onChoose({ kind: "settle", hold })}
            >
              {t("admin-wallets.submit.settle")}
            </RowButton>
            <RowButton
              aria-label={t("admin-wallets.releaseOf", { subject })}
              onClick={() => onChoose({ kind: "release", hold })}
            >
              {t("admin-wallets.submit.release")}
            </RowButton>
          </Group>
        )}
      </div>
    </li>
  );
}

/** Shows the settled amount, and the held one where they differ. */
function EndedHold({ hold }: { hold: Hold }) {
  const { state, amountCents, settledCents } = hold;
  const isOther = settledCents !== null && settledCents !== amountCents;
  return (
    <li className={classes["newestRow"]}>
      <div className={classes["newestMain"]}>
        <span className={classes["newestTitle"]}>{subjectOf(hold)}</span>
        <span className={classes["newestLine"]}>
          <RichText
            id={state === "settled" ? "admin-wallets.settledOn" : "admin-wallets.releasedOn"}
            components={{ date: <Moment at={hold.endedAt} /> }}
          />
        </span>
      </div>
      <div className={classes["side"]}>
        <Text span {...(state === "released" ? { c: "dimmed", td: "line-through" } : {})}>
          <Money amountCents={settledCents ?? amountCents} />
        </Text>
        {isOther ? (
          <span className={classes["newestLine"]}>
            <RichText
              id="admin-wallets.heldAmount"
              components={{ amount: <Money amountCents={amountCents} /> }}
            />
          </span>
        ) : null}
      </div>
    </li>
  );
}

function EndedHolds({ holds }: { holds: readonly Hold[] }) {
  if (holds.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t("admin-wallets.ended")}
      </Text>
      <ul className="plain-list" aria-label={t("admin-wallets.endedHolds")}>
        {holds.map((hold) => (
          <EndedHold key={hold.id} hold={hold} />
        ))}
      </ul>
    </Stack>
  );
}

/** The holds of a customer, open ones first; the form to hold, settle or release replaces them while it is open. */
export function HoldsPanel(props: { customer: { readonly id: string; readonly email: string } }) {
  const { id: userId, email } = props.customer;
  const api = useApi();
  const [mode, setMode] = useState<HoldMode | null>(null);
  const wallet = useQuery(
    api.wallet.readUserWallet.queryOptions({ input: { userId }, staleTime: 0 }),
  );
  if (mode) {
    const finish = () => {
      showToast({ title: t(`admin-wallets.done.${mode.kind}`), kind: "success", place: "holds" });
      setMode(null);
    };
    return <HoldForm mode={mode} onDone={finish} onCancel={() => setMode(null)} />;
  }
  if (!wallet.data) {
    return <NotLoaded query={wallet} failure={{ title: t("admin-wallets.notLoaded") }} lines={4} />;
  }
  const open = wallet.data.holds.filter(({ state }) => state === "held");
  const ended = wallet.data.holds.filter(({ state }) => state !== "held");
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        <RichText
          id="admin-wallets.walletWithHolds"
          values={{ email }}
          components={{
            customer: <Text span inherit fw={600} c="var(--mantine-color-text)" />,
            balance: <Money amountCents={wallet.data.balanceCents} />,
            held: <Money amountCents={wallet.data.heldCents} />,
          }}
        />
      </Text>
      {open.length === 0 ? (
        <Text size="sm">{t("admin-wallets.noFees")}</Text>
      ) : (
        <ul className="plain-list" aria-label={t("admin-wallets.feesOnHold")}>
          {open.map((hold) => (
            <OpenHold key={hold.id} hold={hold} onChoose={setMode} />
          ))}
        </ul>
      )}
      <Group justify="flex-end">
        <Button
          onClick={() => setMode({ kind: "hold", userId, packages: wallet.data.packages ?? [] })}
        >
          {t("admin-wallets.holdFee")}
        </Button>
      </Group>
      <EndedHolds holds={ended} />
    </Stack>
  );
}

/** A fee is held, or a hold is settled at its final amount, or released. */
type HoldMode =
  | {
      readonly kind: "hold";
      readonly userId: string;
      /** The customer's packages, one of which the fee can be for. */
      readonly packages: readonly { readonly id: string; readonly trackingNumber: string }[];
    }
  | { readonly kind: "settle" | "release"; readonly hold: Hold };

const texts = { amount: z.string(), reason: z.string(), leg: z.string(), packageId: z.string() };
const schemas = {
  hold: z.object({ ...texts, amount: requiredAmount, reason: requiredReason }),
  settle: z.object({ ...texts, amount: requiredAmount, reason: z.string().check(z.trim()) }),
  release: z.object({ ...texts, reason: requiredReason }),
};

type Draft = z.output<(typeof schemas)["hold"]>;
type Fields = AppForm<keyof Draft>;

function useHoldActions(mode: HoldMode) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const run = async ({ amount, reason, leg, packageId }: Draft, idempotencyKey: string) => {
    if (mode.kind === "hold") {
      return await client.wallet.holdShippingFee({
        userId: mode.userId,
        amount,
        reason,
        ...(leg === "" ? {} : { legNumber: Number(leg) }),
        ...(packageId === "" ? {} : { packageId }),
        idempotencyKey,
      });
    }
    const holdId = mode.hold.id;
    return mode.kind === "settle"
      ? await client.wallet.settleHold({ holdId, amount, reason })
      : await client.wallet.releaseHold({ holdId, reason });
  };
  const send = async (draft: Draft, idempotencyKey: string) => {
    try {
      return await withReauthentication(() => run(draft, idempotencyKey));
    } finally {
      refetch();
    }
  };
  return { send, reauthenticationDialog };
}

/** The package and the leg that the fee is for, both optional. */
function SubjectFields(props: {
  form: Fields;
  packages: Extract<HoldMode, { kind: "hold" }>["packages"];
}) {
  return (
    <Group grow align="flex-start">
      <Select
        {...props.form.select("packageId")}
        label={t("admin-wallets.packageField")}
        placeholder={t("common.none")}
        clearable
        searchable
        nothingFoundMessage={t("admin-wallets.noMatchingPackage")}
        data={props.packages.map(({ id, trackingNumber }) => ({
          value: id,
          label: trackingNumber,
        }))}
      />
      <Select
        {...props.form.select("leg")}
        label={t("admin-wallets.legNumber")}
        placeholder={t("common.none")}
        clearable
        data={Array.from({ length: maxLegsPerPackage }, (_, place) => ({
          value: String(place + 1),
          label: t("admin-wallets.leg", { number: place + 1 }),
        }))}
      />
    </Group>
  );
}

/** The input stays on every failure. `onDone` is called after success. */
function HoldForm(props: { mode: HoldMode; onDone: () => void; onCancel: () => void }) {
  const { mode } = props;
  const { kind } = mode;
  const { send, reauthenticationDialog } = useHoldActions(mode);
  const form = useAppForm({
    schema: schemas[kind],
    initialValues: {
      amount: kind === "settle" ? decimalText(mode.hold.amountCents) : "",
      reason: "",
      leg: "",
      packageId: "",
    },
    startAt: kind === "release" ? "reason" : "amount",
    draft: { name: mode.kind === "hold" ? `hold:${mode.userId}` : `${kind}:${mode.hold.id}` },
    onSubmit: async (draft, { readRequestKey }) => {
      await send(draft, readRequestKey());
      props.onDone();
    },
  });
  return (
    <>
      <DialogForm
        form={form}
        label={t(`admin-wallets.submit.${kind}`)}
        submitLabel={t(`admin-wallets.submit.${kind}`)}
        onCancel={props.onCancel}
        cancelLabel={t("admin-wallets.back")}
        fallback={null}
      >
        <Text size="sm" c="dimmed">
          {t(`admin-wallets.intro.${kind}`)}
        </Text>
        <FormError form={form} fallback={t("toasts.walletNotUpdated.description")} />
        {kind === "release" ? null : (
          <AmountInput
            field={form.field("amount")}
            label={kind === "settle" ? t("admin-wallets.finalAmount") : t("admin-wallets.amount")}
          />
        )}
        {mode.kind === "hold" ? <SubjectFields form={form} packages={mode.packages} /> : null}
        <TextInput
          {...form.field("reason")}
          label={kind === "settle" ? t("admin-wallets.reasonForDifference") : t("common.reason")}
          required={kind !== "settle"}
          maxLength={500}
        />
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}
