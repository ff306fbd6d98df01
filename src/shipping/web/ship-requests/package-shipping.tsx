import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Package } from "#goods/contract/packages.ts";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { isShippable, usePackageRequest } from "./package-request.ts";
import { t } from "#ui/web/i18n/messages.tsx";

function OpenRequest(props: { packageId: string }) {
  const { request, query } = usePackageRequest(props.packageId);
  if (request === null) return query.isPending ? <LoadingLines lines={1} /> : null;
  const { id, state, waitingReason } = request;
  const path = `/dashboard/ship-requests/${id}`;
  if (state === "waiting_for_customer" && waitingReason !== null) {
    return (
      <Alert color="yellow" title={t("ship-request-summaries.actionNeeded")}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t(`ship-request-summaries.waiting.${waitingReason}`)}</Text>
          <Button component={Link} to={path} size="sm">
            {t(`ship-request-summaries.act.${waitingReason}`)}
          </Button>
        </Stack>
      </Alert>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">
        {t("ship-request-summaries.requestState", {
          state: t(`ship-request-summaries.state.${state}`),
        })}
      </Text>
      <Anchor component={Link} to={path} size="sm" py="sm">
        {t("ship-request-summaries.open")}
      </Anchor>
    </Group>
  );
}

/** The button that sends a package, or the way to its ship request; nothing where there is neither. */
export function PackageShipping(props: { pkg: Package }) {
  const { pkg } = props;
  if (isShippable(pkg)) {
    return (
      <Group>
        <Button component={Link} to={`/dashboard/packages/${pkg.id}/ship`}>
          {t("ship-request-summaries.ship")}
        </Button>
      </Group>
    );
  }
  if (pkg.stage === "gathering" || pkg.stage === "ended") return null;
  return <OpenRequest packageId={pkg.id} />;
}
