import {
  ReauthenticationDialog,
  type Reauthentication,
} from "#people/web/auth/reauthentication.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { leastPayoutCents } from "#money/rules/payment.ts";
import { useApi } from "#money/web/api.ts";
import { Money, moneyText } from "#ui/web/figures.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { PayoutForm } from "./payout-form.tsx";

function BalanceTooLow(props: { balanceCents: number; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        {props.balanceCents <= 0 ? (
          t("wallet.payout.nothingToPayOut")
        ) : (
          <RichText
            id="wallet.payout.belowMinimum"
            values={{
              minimum: moneyText(leastPayoutCents),
              balance: <Money amountCents={props.balanceCents} />,
            }}
          />
        )}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}

function Content(props: {
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const api = useApi();
  const wallet = useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  // The balance at opening is used throughout, so that the form does not change while the user types.
  const [initialBalanceCents, setInitialBalanceCents] = useState<number>();
  if (wallet.data && initialBalanceCents === undefined)
    setInitialBalanceCents(wallet.data.balanceCents);
  if (initialBalanceCents === undefined) {
    return <NotLoaded query={wallet} failure={{ title: t("wallet.balanceNotLoaded") }} lines={4} />;
  }
  if (initialBalanceCents < leastPayoutCents) {
    return <BalanceTooLow balanceCents={initialBalanceCents} onClose={props.onClose} />;
  }
  return <PayoutForm balanceCents={initialBalanceCents} onRequested={props.onClose} {...props} />;
}

export function PayoutDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ReauthenticationDialog {...props} title={t("wallet.payout.request")}>
      {({ withReauthentication }) => (
        <Content withReauthentication={withReauthentication} onClose={props.onClose} />
      )}
    </ReauthenticationDialog>
  );
}
