import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApi } from "#shipping/web/api.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { doneCents } from "./extras-cents.ts";
import { isShippable } from "./is-shippable.ts";
import { t } from "./messages.ts";

/** A button that sends the package of an ended request again, where that is possible. */
function SendAgain(props: { packageId: string }) {
  const { packageId } = props;
  const { data } = useQuery(useApi().packages.readPackage.queryOptions({ input: { packageId } }));
  if (data === undefined || !isShippable(data.package)) return null;
  return (
    <Group>
      <Button component={Link} to={`/dashboard/packages/${packageId}/ship`}>
        {t("ship-requests.ship")}
      </Button>
    </Group>
  );
}

/** What was charged for a request that has ended. */
function EndedMoney({ request }: { request: ShipRequest }) {
  const chargedCents = doneCents(request);
  return (
    <Text size="sm">
      {chargedCents === 0
        ? t("ship-requests.ended.free")
        : t("ship-requests.ended.charged", { amount: moneyText(chargedCents) })}
    </Text>
  );
}

/** What happens now with a request that waits for nothing. */
export function StateCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { state, totalCents, endedReason, packageId, packed } = request;
  const isEnded = state === "cancelled" || state === "shelved";
  return (
    <SectionCard title={t(`ship-request-summaries.state.${state}`)}>
      <Stack gap="sm">
        <Text size="sm">
          {state === "shelved" && packed === null
            ? t("ship-requests.now.shelvedMissing")
            : t(`ship-requests.now.${state}`, { amount: moneyText(totalCents ?? 0) })}
        </Text>
        {isEnded ? <EndedMoney request={request} /> : null}
        {endedReason === "" ? null : (
          <Text size="sm" c="dimmed">
            {t("ship-requests.endedReason", { reason: endedReason })}
          </Text>
        )}
        {isEnded && packageId !== null ? <SendAgain packageId={packageId} /> : null}
      </Stack>
    </SectionCard>
  );
}
