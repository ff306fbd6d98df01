import { Button, Stack, Text, type ButtonProps } from "@mantine/core";
import { useLocation } from "react-router";
import { depositLimits } from "#platform/rules/money.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { useToasts } from "#ui/web/toast.tsx";
import { useDeposit } from "#money/web/wallet/deposit.ts";
import { t } from "./messages.ts";
import { dollarsOf } from "./payment-fields.tsx";

/** Opens a deposit of exactly what is missing, or of the least that can be deposited, after which the wallet leads back. */
export function AddFundsButton(props: { missingCents: number; variant?: ButtonProps["variant"] }) {
  const { missingCents } = props;
  const { minimumCents, maximumCents } = depositLimits;
  const amountCents = Math.min(Math.max(missingCents, minimumCents), maximumCents);
  const deposit = useDeposit();
  const { showToast } = useToasts();
  const { pathname } = useLocation();
  const start = async () => {
    try {
      await deposit.start(dollarsOf(amountCents), pathname);
    } catch (error) {
      deposit.showError(error, showToast);
    }
  };
  return (
    <Stack gap={4} align="flex-start">
      <Button
        {...(props.variant === undefined ? {} : { variant: props.variant })}
        loading={deposit.isProcessing}
        onClick={() => void start()}
      >
        {t("ship-requests.addFunds", { amount: moneyText(amountCents) })}
      </Button>
      {amountCents > missingCents ? (
        <Text size="xs" c="dimmed">
          {t("ship-requests.addFundsMinimum", { minimum: moneyText(minimumCents) })}
        </Text>
      ) : null}
    </Stack>
  );
}
