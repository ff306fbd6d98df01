import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type PaymentMode, shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { parseAmountCents, depositLimits } from "#platform/rules/money.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { dollarSign, moneyText } from "#ui/web/figures.tsx";
import { TypedApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useLocation } from "react-router";
import { useToasts } from "#ui/web/toast.tsx";
import { useDeposit } from "#money/web/wallet/deposit.ts";

/** A service that can be chosen with a cap, which is preset to what it costs at most. */
export type CappedService = {
  readonly code: string;
  readonly name: string;
  /** What it is expected to cost, in words. */
  readonly price: string;
  readonly presetCents: number;
};

type PaymentValues = {
  readonly mode: string;
  readonly service: string;
  readonly cap: string;
};

/** The mode in a field of a form. */
export function modeOf(text: string): PaymentMode {
  return text === "automatic_up_to_cap" ? text : "quote_first";
}

/** The amount as text of a field, such as 25.10. */
export function dollarsOf(amountCents: number): string {
  return (amountCents / 100).toFixed(2);
}

/** The amount of the cap in cents; null where the text is none that can be a cap. */
export function capOf(text: string): number | null {
  const reading = parseAmountCents(text);
  if (!reading.ok) return null;
  const { amountCents } = reading;
  return amountCents >= 1 && amountCents <= shipRequestLimits.capCents ? amountCents : null;
}

/** What is wrong with how a request is to be paid, by field. */
export function paymentErrors(
  values: PaymentValues,
): Readonly<Partial<Record<"service" | "cap", string>>> {
  if (modeOf(values.mode) === "quote_first") return {};
  return {
    ...(values.service === "" ? { service: t("ship-requests.payment.serviceMissing") } : {}),
    ...(capOf(values.cap) === null
      ? {
          cap: t("ship-requests.payment.capWrong", {
            maximum: moneyText(shipRequestLimits.capCents),
          }),
        }
      : {}),
  };
}

/** What the contract takes of the fields. */
export function paymentOf(values: PaymentValues) {
  const paymentMode = modeOf(values.mode);
  return paymentMode === "quote_first"
    ? { paymentMode, serviceCode: null, capCents: null }
    : { paymentMode, serviceCode: values.service, capCents: capOf(values.cap) };
}

/** How a request is paid: after seeing the price, or by itself up to an amount. */
export function PaymentFields(props: {
  form: Pick<AppForm<"mode" | "service" | "cap">, "field" | "select" | "values" | "write">;
  services: readonly CappedService[];
}) {
  const { form, services } = props;
  const { field, select, values, write } = form;
  const isCapped = modeOf(values.mode) === "automatic_up_to_cap";
  const presetOf = (code: string) => {
    const service = services.find((one) => one.code === code);
    return service === undefined ? {} : { cap: dollarsOf(service.presetCents) };
  };
  const choose = (mode: string) => {
    const [first] = services;
    const isNew = values.service === "" && modeOf(mode) === "automatic_up_to_cap";
    write({ mode, ...(isNew && first ? { service: first.code, ...presetOf(first.code) } : {}) });
  };
  const { "data-path": path, error } = field("mode");
  return (
    <Stack gap="md">
      <Radio.Group
        name="mode"
        data-path={path}
        error={error}
        value={values.mode}
        onChange={choose}
        label={t("ship-requests.payment.label")}
      >
        <Stack gap="sm" mt={6}>
          <Radio
            value="quote_first"
            label={t("ship-requests.payment.quote_first")}
            description={t("ship-requests.payment.quote_firstText")}
          />
          <Radio
            value="automatic_up_to_cap"
            label={t("ship-requests.payment.automatic_up_to_cap")}
            description={t("ship-requests.payment.automatic_up_to_capText")}
            disabled={services.length === 0}
          />
        </Stack>
      </Radio.Group>
      {isCapped ? (
        <>
          <Select
            {...select("service")}
            onChange={(code) => write({ service: code ?? "", ...presetOf(code ?? "") })}
            label={t("common.service")}
            data={services.map(({ code, name, price }) => ({
              value: code,
              label: t("ship-requests.payment.service", { name, price }),
            }))}
            withAsterisk
          />
          <NumberField
            field={field("cap")}
            label={t("ship-requests.payment.cap")}
            description={t("ship-requests.payment.capText")}
            min={1}
            step={0.01}
            unit={{ before: dollarSign() }}
            isRequired
          />
          <TypedApproximation amount={values.cap} />
        </>
      ) : null}
      {services.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("ship-requests.payment.noService")}
        </Text>
      ) : null}
    </Stack>
  );
}

/** An amount that can be deposited, at least what is wanted. */
function depositOf(wantedCents: number): number {
  const { minimumCents, maximumCents } = depositLimits;
  return Math.min(Math.max(wantedCents, minimumCents), maximumCents);
}

/**
 * Buttons that open a deposit, after which the browser is led back to this page: of the expected total where there is one,
 * then of exactly what is missing, or of the least that can be deposited.
 */
export function AddFunds(props: {
  missingCents: number;
  expectedCents?: number;
  /** Beside the button that the page is about. */
  isSecondary?: boolean;
}) {
  const { missingCents, expectedCents = missingCents, isSecondary = false } = props;
  const [offeredCents, leastCents] = [depositOf(expectedCents), depositOf(missingCents)];
  const deposit = useDeposit();
  const { showToast } = useToasts();
  const { pathname, search } = useLocation();
  const [startedCents, setStartedCents] = useState(0);
  const start = async (amountCents: number) => {
    setStartedCents(amountCents);
    try {
      await deposit.start(dollarsOf(amountCents), `${pathname}${search}`);
    } catch (error) {
      deposit.showError(error, showToast);
    }
  };
  const buttonOf = (amountCents: number) => ({
    loading: deposit.isProcessing && startedCents === amountCents,
    disabled: deposit.isProcessing,
    onClick: () => void start(amountCents),
  });
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="sm">
        <Button {...buttonOf(offeredCents)} variant={isSecondary ? "default" : "filled"}>
          {t("ship-requests.addFunds", { amount: moneyText(offeredCents) })}
        </Button>
        {leastCents < offeredCents ? (
          <Button {...buttonOf(leastCents)} variant="default">
            {t("ship-requests.addFundsMissing", { amount: moneyText(leastCents) })}
          </Button>
        ) : null}
      </Group>
      {leastCents > missingCents ? (
        <Text size="xs" c="dimmed">
          {t("ship-requests.addFundsMinimum", { minimum: moneyText(depositLimits.minimumCents) })}
        </Text>
      ) : null}
    </Stack>
  );
}
