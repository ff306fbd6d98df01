import { Button, Group, Stack, Text } from "@mantine/core";
import { useQueryClient, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserDetails, User } from "#office/contract/admin-users.ts";
import { staffRoles, type StaffRole } from "#platform/rules/staff-role.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { useApi, useApiClient } from "#office/web/api.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { roleName } from "#ui/web/role-text.ts";
import { aboutRole } from "./about-role.ts";
import { useHasWarehouse, useMayUse } from "#ui/web/permissions.ts";
import { useAction } from "#ui/web/action.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { momentText, Moment } from "#ui/web/figures.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { accountOf } from "#platform/rules/counted-account.ts";
import type { CountedLimit } from "#platform/contract/limits.ts";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import {
  limitKey,
  useLiftLimit,
  limitLabel,
  placeLabel,
} from "#office/web/admin/limits/use-lift-limit.ts";

/** Grants or ends a role, with the dialog for the password. */
function useRoleChange(user: UserDetails) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const change = useAction(
    {
      mutationFn: async ({ kind, role }: { kind: "grant" | "end"; role: StaffRole }) => {
        const input = { userId: user.id, role };
        return await withReauthentication(() =>
          kind === "grant" ? client.users.grantStaffRole(input) : client.users.endStaffRole(input),
        );
      },
    },
    {
      done: (changed, { kind, role }) => {
        const key = api.users.readUser.queryKey({ input: { userId: user.id } });
        queryClient.setQueryData(key, changed);
        const values = { role: roleName(role), email: user.email };
        return { title: t(`admin-users.roles.done.${kind}`, values) };
      },
      failed: () => t("admin-users.roles.notChanged"),
    },
  );
  return { change, reauthenticationDialog };
}

function GrantForm(props: {
  roles: readonly StaffRole[];
  isGranting: boolean;
  onGrant: (role: StaffRole) => void;
}) {
  const { roles } = props;
  const [chosen, setChosen] = useState<StaffRole | null>(null);
  const [isMissing, setMissing] = useState(false);
  const hasWarehouse = useHasWarehouse();
  const role = roles.find((known) => known === chosen) ?? null;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t("admin-users.roles.choose")}
        description={role === null ? undefined : aboutRole(role, hasWarehouse)}
        w={{ base: "100%", xs: 280 }}
        data={roles.map((value) => ({ value, label: roleName(value) }))}
        value={role}
        error={isMissing && role === null ? t("admin-users.roles.missing") : null}
        onChange={(value) => setChosen(roles.find((known) => known === value) ?? null)}
      />
      <Button
        variant="default"
        loading={props.isGranting}
        onClick={() => {
          setMissing(role === null);
          if (role !== null) props.onGrant(role);
        }}
      >
        {t("admin-users.roles.grant")}
      </Button>
    </Group>
  );
}

function GrantedRoles(props: { user: UserDetails; onEnd: ((role: StaffRole) => void) | null }) {
  const { user, onEnd } = props;
  if (user.grantedRoles.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-users.roles.none")}
      </Text>
    );
  }
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
      {user.grantedRoles.map(({ role, grantedAt, grantedBy }) => (
        <Group key={role} component="li" justify="space-between" gap="sm">
          <Stack gap={2}>
            <Text size="sm" fw={500}>
              {roleName(role)}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {grantedBy === null
                ? t("admin-users.roles.since", { date: momentText(grantedAt) })
                : t("admin-users.roles.sinceBy", { date: momentText(grantedAt), email: grantedBy })}
            </Text>
          </Stack>
          {onEnd === null ? null : (
            <RowButton
              aria-label={t("admin-users.roles.endOf", { role: roleName(role) })}
              onClick={() => onEnd(role)}
            >
              {t("admin-users.roles.end")}
            </RowButton>
          )}
        </Group>
      ))}
    </Stack>
  );
}

/** The roles of a user; admins grant and end them, but never their own. */
export function UserRoles(props: {
  user: UserDetails;
  isOwn: boolean;
  onBusy: (isBusy: boolean) => void;
}) {
  const { user, onBusy } = props;
  const mayChange = useMayUse("admin") && !props.isOwn;
  const { change, reauthenticationDialog } = useRoleChange(user);
  const [ending, setEnding] = useState<StaffRole | null>(null);
  const role = ending === null ? "" : roleName(ending);
  const run = async (kind: "grant" | "end", chosen: StaffRole) => {
    onBusy(true);
    try {
      return await change.run({ kind, role: chosen });
    } finally {
      onBusy(false);
    }
  };
  if (!mayChange && user.grantedRoles.length === 0) return null;
  return (
    <DialogSection title={t("admin-users.roles.title")}>
      <Stack gap="md">
        <GrantedRoles user={user} onEnd={mayChange ? setEnding : null} />
        {mayChange ? (
          <GrantForm
            roles={staffRoles.filter((known) => !user.roles.includes(known))}
            isGranting={change.input?.kind === "grant"}
            onGrant={(chosen) => void run("grant", chosen)}
          />
        ) : null}
      </Stack>
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t("admin-users.roles.endTitle", { role })}
        confirmLabel={t("admin-users.roles.end")}
        isDestructive
        onConfirm={async () => ending !== null && (await run("end", ending))}
      >
        {t("admin-users.roles.endText", { role, email: user.email })}
      </ConfirmDialog>
      {reauthenticationDialog}
    </DialogSection>
  );
}

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
  const lifting = useLiftLimit();
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
              loading={lifting.input !== undefined && limitKey(lifting.input) === limitKey(limit)}
              onClick={() => void lifting.run({ limit: limit.limit, who: limit.who })}
            >
              {t("admin-users.lift")}
            </RowButton>
          </Group>
        ))}
      </Stack>
    </DialogSection>
  );
}
