import { RowButton } from "#ui/web/row-button.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Hold } from "#money/contract/wallet.ts";
import { useApi } from "#money/web/api.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { Moment, Money } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { HoldForm, type HoldMode } from "./hold-form.tsx";
import classes from "#ui/web/admin/newest.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

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
    <li className={classes["row"]}>
      <div className={classes["main"]}>
        <span className={classes["title"]}>{subject}</span>
        <span className={classes["line"]}>
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
    <li className={classes["row"]}>
      <div className={classes["main"]}>
        <span className={classes["title"]}>{subjectOf(hold)}</span>
        <span className={classes["line"]}>
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
          <span className={classes["line"]}>
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
      <ul className={classes["rows"]} aria-label={t("admin-wallets.endedHolds")}>
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
    return wallet.isError ? (
      <ErrorState
        title={t("admin-wallets.notLoaded")}
        isRetrying={wallet.isFetching}
        onRetry={() => void wallet.refetch()}
      />
    ) : (
      <LoadingLines lines={4} />
    );
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
        <ul className={classes["rows"]} aria-label={t("admin-wallets.feesOnHold")}>
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
