import { Alert, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { User, UserDetails } from "#contract/admin-users.ts";
import type { Subscription } from "#contract/plans.ts";
import { countryByCode } from "#core/country.ts";
import { DialogSection } from "#web/admin/dialog-section.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Count, Moment, momentText, Money, weightText } from "#web/ui/figures.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

function textOrDash(text: string): ReactNode {
  return text || "–";
}

/** Whether the provider may still bill this plan, which must then be ended there before another is assigned. */
export function isBilled({ status, unsettled }: Subscription): boolean {
  return status === "active" || status === "past_due" || Boolean(unsettled);
}

/** The source and the next renewal or end of a plan, in one line. */
export function planSource(plan: Subscription): string {
  const date = plan.currentPeriodEndsAt ? momentText(plan.currentPeriodEndsAt) : null;
  if (plan.unsettled) return "Billed by the payment provider; a payment is due";
  if (plan.status === "complimentary")
    return date ? `Complimentary, refills on ${date}` : "Complimentary";
  if (plan.status === "none" || date === null) return "–";
  const next = plan.cancelsAtPeriodEnd ? "ends" : "renews";
  return `Billed by the payment provider, ${next} on ${date}`;
}

/** Badges for special states of an account. */
export function AccountBadges(props: { user: User; size?: "sm" }) {
  const { user } = props;
  const size = props.size ?? "md";
  return (
    <>
      {user.isAdmin ? <StatusBadge label="Admin" color="vermilion" size={size} /> : null}
      {user.suspendedAt ? <StatusBadge label="Suspended" color="red" size={size} /> : null}
      {user.closedAt ? <StatusBadge label="Closed" color="gray" size={size} /> : null}
    </>
  );
}

function StateAlert(props: { user: UserDetails }) {
  const { suspendedAt, suspensionReason, closedAt, isVerified } = props.user;
  if (closedAt) {
    return (
      <Alert color="gray" title={`Closed on ${momentText(closedAt)}`}>
        All personal data was erased. The history of money and packages stays.
      </Alert>
    );
  }
  if (suspendedAt) {
    return (
      <Alert color="red" title={`Suspended since ${momentText(suspendedAt, true)}`}>
        {suspensionReason}
      </Alert>
    );
  }
  if (isVerified) return null;
  return (
    <Alert color="yellow" title="Email not confirmed">
      The user cannot log in before confirming the email address. The login page can send a new
      link.
    </Alert>
  );
}

export function UserFacts(props: { user: UserDetails }) {
  const { user } = props;
  return (
    <Stack gap="sm">
      <StateAlert user={user} />
      <DefinitionList
        columns={2}
        items={[
          { term: "Full name", value: textOrDash(user.fullName) },
          ...(user.latinName === null
            ? []
            : [{ term: "Name in Latin letters", value: user.latinName }]),
          { term: "Role", value: user.isAdmin ? "Administrator" : "Customer" },
          { term: "Email", value: user.email },
          { term: "Phone number", value: textOrDash(user.phone) },
          { term: "Joined", value: <Moment at={user.createdAt} withTime /> },
          { term: "Two-factor", value: user.hasTwoFactor ? "Enabled" : "Off" },
        ]}
      />
      <DialogSection title="Plan and wallet">
        <DefinitionList
          columns={2}
          items={[
            {
              term: "Subscription",
              value: user.subscription ? (
                <StatusBadge label={user.subscription} color="sea" />
              ) : (
                "None"
              ),
            },
            { term: "Plan", value: planSource(user.plan) },
            { term: "Packages left this month", value: <Count value={user.packageQuota} /> },
            {
              term: "Max weight per package",
              value: user.subscription ? weightText(user.maxWeightGrams) : "–",
            },
            { term: "Wallet balance", value: <Money amountCents={user.walletBalanceCents} /> },
            ...(user.heldCents > 0
              ? [{ term: "On hold", value: <Money amountCents={user.heldCents} /> }]
              : []),
          ]}
        />
      </DialogSection>
      <DialogSection title="Shipping address">
        <DefinitionList
          columns={2}
          items={[
            { term: "Street address", value: textOrDash(user.address) },
            { term: "Address line 2", value: textOrDash(user.addressLine2) },
            { term: "City", value: textOrDash(user.city) },
            { term: "State or province", value: textOrDash(user.state) },
            { term: "Postal code", value: textOrDash(user.postalCode) },
            {
              term: "Country",
              value: textOrDash(countryByCode(user.country)?.name ?? user.country),
            },
          ]}
        />
      </DialogSection>
    </Stack>
  );
}
