import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ShipRequest } from "#contract/ship-requests.ts";
import { useApi } from "#web/api.tsx";
import { moneyText } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
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

/** What happens now with a request that waits for nothing. */
export function StateCard(props: { request: ShipRequest }) {
  const { state, totalCents, endedReason, packageId } = props.request;
  const isEnded = state === "cancelled" || state === "shelved";
  return (
    <SectionCard title={t(`ship-request-summaries.state.${state}`)}>
      <Stack gap="sm">
        <Text size="sm">
          {t(`ship-requests.now.${state}`, {
            amount: moneyText(totalCents ?? 0),
          })}
        </Text>
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
