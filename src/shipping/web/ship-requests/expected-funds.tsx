import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApi } from "#shipping/web/api.ts";
import type { Elements } from "#ui/web/elements.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { cappedServices, type Estimate } from "./estimated-services.tsx";
import { AddFunds } from "./payment-fields.tsx";

/** What sending costs by the cheapest open service, besides extra services, in cents; null: by none. */
export function leastCents(estimate: Estimate | undefined): number | null {
  const amounts = cappedServices(estimate).map(({ presetCents }) => presetCents);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/**
 * What is expected to be paid and what the wallet has, with the way to add it, where that is too little; it is no obstacle
 * to a request. `otherwise` where it suffices.
 */
export function ExpectedFunds(props: { expectedCents: number; otherwise?: Elements }) {
  const { expectedCents, otherwise = null } = props;
  const { data } = useQuery(useApi().wallet.readWallet.queryOptions({ input: {} }));
  if (data === undefined || data.balanceCents >= expectedCents) return otherwise;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {t("ship-requests.payment.expected", {
          amount: moneyText(expectedCents),
          balance: moneyText(data.balanceCents),
        })}
      </Text>
      <AddFunds
        missingCents={expectedCents - data.balanceCents}
        expectedCents={expectedCents}
        isSecondary
      />
    </Stack>
  );
}

/** The same of a request that nothing is packed for yet; nothing where it holds what it may cost. */
export function FundsBeforePacking({ request }: { request: ShipRequest }) {
  const inboundParcelIds = request.parcels
    .filter(({ state }) => state === "to_find" || state === "in_box")
    .map(({ inboundParcelId }) => inboundParcelId);
  const { packageId, paymentMode } = request;
  const isAsked =
    packageId !== null && paymentMode === "quote_first" && inboundParcelIds.length > 0;
  const { data } = useQuery({
    ...useApi().shipRequests.estimateShipping.queryOptions({
      input: { packageId: packageId ?? "", inboundParcelIds },
    }),
    enabled: isAsked,
  });
  const freightCents = leastCents(data);
  if (!isAsked || freightCents === null) return null;
  // What extra services cost is held, and not in the balance any more.
  return <ExpectedFunds expectedCents={freightCents} />;
}
