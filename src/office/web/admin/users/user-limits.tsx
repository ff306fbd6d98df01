import { RowButton } from "#ui/web/row-button.tsx";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { accountOf } from "#platform/rules/counted-account.ts";
import type { CountedLimit } from "#platform/contract/limits.ts";
import type { User } from "#office/contract/admin-users.ts";
import { DialogSection } from "#ui/web/admin/dialog-section.tsx";
import { useApi } from "#office/web/api.ts";
import { Moment } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { limitKey, useLiftLimit } from "#office/web/admin/limits/use-lift-limit.ts";
import { limitLabel, placeLabel } from "#office/web/admin/limits/limit-labels.ts";
import { t, RichText } from "./messages.ts";

/**
 * Limits count accounts by id or by email, some with the network, device or session after it; the search also finds
 * partial matches, which are filtered out.
 */
function useLimitsOf(user: User): readonly CountedLimit[] {
  const api = useApi();
  const page = { page: 1, pageSize: 100 };
  const byEmail = useQuery(
    api.limits.listLimits.queryOptions({ input: { search: user.email, ...page }, staleTime: 0 }),
  );
  const byId = useQuery(
    api.limits.listLimits.queryOptions({ input: { search: user.id, ...page }, staleTime: 0 }),
  );
  return [...(byEmail.data?.items ?? []), ...(byId.data?.items ?? [])].filter(({ who }) =>
    [user.email, user.id].includes(accountOf(who)),
  );
}

/** The limit, with the place where it counts. */
function nameOf({ limit, who }: CountedLimit): string {
  return [limitLabel(limit), placeLabel(who) ?? []].flat().join(" · ");
}

/** Renders nothing when no limit counts against the user. */
export function UserLimits(props: { user: User }) {
  const limits = useLimitsOf(props.user);
  const { lift, liftingKey } = useLiftLimit();
  if (limits.length === 0) return null;
  return (
    <DialogSection title={t("admin-users.limits")}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {limits.map((limit) => (
          <Group key={limitKey(limit)} component="li" justify="space-between" gap="sm">
            <Stack gap={2}>
              <Group gap="xs">
                <Text size="sm" fw={500}>
                  {nameOf(limit)}
                </Text>
                {limit.isReached ? (
                  <StatusBadge label={t("admin-users.limitReached")} color="red" size="sm" />
                ) : null}
              </Group>
              <Text size="sm" c="dimmed">
                <RichText
                  id="admin-users.limitUse"
                  values={{ attempts: limit.attempts, maximum: limit.mostAttempts }}
                  components={{ endsAt: <Moment at={limit.endsAt} withTime /> }}
                />
              </Text>
            </Stack>
            <RowButton
              aria-label={t("admin-users.liftLimit", { limit: nameOf(limit) })}
              loading={liftingKey === limitKey(limit)}
              onClick={() => void lift(limit)}
            >
              {t("admin-users.lift")}
            </RowButton>
          </Group>
        ))}
      </Stack>
    </DialogSection>
  );
}
