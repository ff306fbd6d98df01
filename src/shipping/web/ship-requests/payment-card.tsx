import { Button, Group, Stack, Text } from "@mantine/core";
import { lazy, useState } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { extrasCents } from "./extras-cents.ts";
import { beforeAcceptance } from "./request-states.ts";
import { t } from "./messages.ts";

const PaymentDialog = lazy(async () => ({
  default: (await import("#shipping/web/ship-requests/payment-dialog.tsx")).PaymentDialog,
}));

function modeText({ paymentMode, capCents, serviceName }: ShipRequest): string {
  if (paymentMode === "quote_first" || capCents === null) {
    return t("ship-requests.payment.quote_first");
  }
  return t("ship-requests.payment.upTo", {
    cap: moneyText(capCents),
    hasService: String(serviceName !== null),
    service: serviceName,
  });
}

/** What the held amount is for. */
function heldText(request: ShipRequest) {
  const { totalCents, capCents, heldCents } = request;
  if (totalCents !== null) return "ship-requests.payment.heldExactly";
  if (capCents !== null) return "ship-requests.payment.heldFor";
  return heldCents > extrasCents(request, ["ordered", "done"])
    ? "ship-requests.payment.heldBefore"
    : "ship-requests.payment.heldExtras";
}

/** How a request is paid and what is held for it, with a dialog that changes it until it is accepted. */
export function PaymentCard(props: { request: ShipRequest }) {
  const { request } = props;
  const [isChanging, setChanging] = useState(false);
  const { heldCents, state } = request;
  const isChangeable = beforeAcceptance(state);
  return (
    <SectionCard title={t("ship-requests.payment.title")}>
      <Stack gap="sm">
        <Text size="sm">{modeText(request)}</Text>
        {heldCents > 0 ? (
          <Text size="sm">{t(heldText(request), { amount: moneyText(heldCents) })}</Text>
        ) : null}
        {isChangeable ? (
          <Group>
            <Button variant="default" size="sm" onClick={() => setChanging(true)}>
              {t("ship-requests.payment.change")}
            </Button>
          </Group>
        ) : null}
      </Stack>
      <LazyPart isWanted={isChanging}>
        <PaymentDialog request={request} isOpen={isChanging} onClose={() => setChanging(false)} />
      </LazyPart>
    </SectionCard>
  );
}
