import { Alert, Stack } from "@mantine/core";
import type { User, UserDetails } from "#office/contract/admin-users.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { countryText } from "#catalogue/web/i18n/country-names.ts";
import { roleName, roleText } from "#ui/web/role-text.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Count, Moment, momentText, Money, weightText, optionalText } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Whether the provider may still bill this plan, which must then be ended there before another is assigned. */
export function isBilled({ status, unsettled }: Subscription): boolean {
  return status === "active" || status === "past_due" || Boolean(unsettled);
}

/** The source and the next renewal or end of a plan, in one line. */
export function planSource(plan: Subscription): string {
  const date = plan.currentPeriodEndsAt ? momentText(plan.currentPeriodEndsAt) : null;
  if (plan.unsettled) return t("admin-users.plan.due");
  if (plan.status === "complimentary")
    return date
      ? t("admin-users.plan.complimentaryUntil", { date })
      : t("admin-users.plan.complimentary");
  if (plan.status === "none" || date === null) return "–";
  return plan.cancelsAtPeriodEnd
    ? t("admin-users.plan.ends", { date })
    : t("admin-users.plan.renews", { date });
}

/** Badges for special states of an account. */
export function AccountBadges(props: { user: User; size?: "sm" }) {
  const { user } = props;
  const size = props.size ?? "md";
  return (
    <>
      {user.isAdmin ? (
        <StatusBadge label={t("admin-users.badge.admin")} color="vermilion" size={size} />
      ) : null}
      {user.roles.map((role) => (
        <StatusBadge key={role} label={roleName(role)} color="sea" size={size} />
      ))}
      {user.suspendedAt ? (
        <StatusBadge label={t("admin-users.badge.suspended")} color="red" size={size} />
      ) : null}
      {user.closedAt ? (
        <StatusBadge label={t("admin-users.badge.closed")} color="gray" size={size} />
      ) : null}
    </>
  );
}

function StateAlert(props: { user: UserDetails }) {
  const { suspendedAt, suspensionReason, closedAt, isVerified } = props.user;
  if (closedAt) {
    return (
      <Alert color="gray" title={t("admin-users.closedOn", { date: momentText(closedAt) })}>
        {t("admin-users.closedText")}
      </Alert>
    );
  }
  if (suspendedAt) {
    return (
      <Alert
        color="red"
        title={t("admin-users.suspendedSince", { time: momentText(suspendedAt, true) })}
      >
        {suspensionReason}
      </Alert>
    );
  }
  if (isVerified) return null;
  return (
    <Alert color="yellow" title={t("admin-users.unconfirmed")}>
      {t("admin-users.unconfirmedText")}
    </Alert>
  );
}

function roleOf(user: User): string {
  if (user.isAdmin) return t("admin-users.administrator");
  return roleText(user) || t("common.customer");
}

export function UserFacts(props: { user: UserDetails }) {
  const hasWarehouse = useHasWarehouse();
  const { user } = props;
  return (
    <Stack gap="sm">
      <StateAlert user={user} />
      <DefinitionList
        columns={2}
        items={[
          { term: t("common.fullName"), value: optionalText(user.fullName) },
          ...(user.latinName === null
            ? []
            : [{ term: t("admin-users.nameInLatinLetters"), value: user.latinName }]),
          {
            term: t("admin-users.role"),
            value: roleOf(user),
          },
          { term: t("common.email"), value: user.email },
          { term: t("admin-users.phoneNumber"), value: optionalText(user.phone) },
          ...(hasWarehouse
            ? [
                {
                  term: t("admin-users.memberCode"),
                  value: user.memberCode === null ? "–" : formatMemberCode(user.memberCode),
                },
              ]
            : []),
          { term: t("admin-users.joined"), value: <Moment at={user.createdAt} withTime /> },
          {
            term: t("admin-users.twoFactor"),
            value: user.hasTwoFactor ? t("common.enabled") : t("admin-users.off"),
          },
        ]}
      />
      <DialogSection title={t("admin-users.planAndWallet")}>
        <DefinitionList
          columns={2}
          items={[
            {
              term: t("admin-users.subscription"),
              value: user.subscription ? (
                <StatusBadge label={user.subscription} color="sea" />
              ) : (
                t("common.none")
              ),
            },
            { term: t("common.plan"), value: planSource(user.plan) },
            { term: t("admin-users.packagesLeft"), value: <Count value={user.packageQuota} /> },
            {
              term: t("admin-users.maxWeight"),
              value: user.subscription ? weightText(user.maxWeightGrams) : "–",
            },
            ...(user.walletBalanceCents === null
              ? []
              : [
                  {
                    term: t("admin-users.walletBalance"),
                    value: <Money amountCents={user.walletBalanceCents} />,
                  },
                ]),
            ...(user.heldCents !== null && user.heldCents > 0
              ? [{ term: t("common.onHold"), value: <Money amountCents={user.heldCents} /> }]
              : []),
          ]}
        />
      </DialogSection>
      <DialogSection title={t("admin-users.shippingAddress")}>
        <DefinitionList
          columns={2}
          items={[
            { term: t("admin-users.streetAddress"), value: optionalText(user.address) },
            { term: t("admin-users.addressLine2"), value: optionalText(user.addressLine2) },
            { term: t("admin-users.city"), value: optionalText(user.city) },
            { term: t("admin-users.stateOrProvince"), value: optionalText(user.state) },
            { term: t("admin-users.postalCode"), value: optionalText(user.postalCode) },
            {
              term: t("admin-users.country"),
              value: optionalText(countryText(user.country)),
            },
          ]}
        />
      </DialogSection>
    </Stack>
  );
}
