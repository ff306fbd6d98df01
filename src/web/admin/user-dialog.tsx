/** The dialog of one person: account, plan, wallet and address. */
import { Anchor, Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { User } from "#contract/office-people.ts";
import { countryByCode } from "#core/country.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Count, Moment, Money, weightText } from "#web/ui/figures.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { DialogSection } from "./dialog-section.tsx";
import { useLingering } from "./lingering.ts";

function given(text: string): ReactNode {
  return text || "–";
}

function planItems(user: User) {
  return [
    {
      term: "Subscription",
      value: user.subscription ? <StatusBadge label={user.subscription} color="sea" /> : "None",
    },
    { term: "Packages left this month", value: <Count value={user.packageQuota} /> },
    {
      term: "Max weight per package",
      value: user.subscription ? weightText(user.maxWeightGrams) : "–",
    },
    { term: "Wallet balance", value: <Money amountCents={user.walletBalanceCents} /> },
  ];
}

function Details(props: { user: User }) {
  const { user } = props;
  return (
    <Stack gap="sm">
      <DefinitionList
        columns={2}
        items={[
          { term: "Full name", value: given(user.fullName) },
          { term: "Role", value: user.isAdmin ? "Administrator" : "Customer" },
          { term: "Email", value: user.email },
          { term: "Phone number", value: given(user.phone) },
          { term: "Joined", value: <Moment at={user.createdAt} withTime /> },
          { term: "Updated", value: <Moment at={user.updatedAt} withTime /> },
        ]}
      />
      <DialogSection title="Plan and wallet">
        <DefinitionList columns={2} items={planItems(user)} />
      </DialogSection>
      <DialogSection title="Shipping address">
        <DefinitionList
          columns={2}
          items={[
            { term: "Street address", value: given(user.address) },
            { term: "City", value: given(user.city) },
            { term: "Postal code", value: given(user.postalCode) },
            {
              term: "Country",
              value: given(countryByCode(user.country)?.name ?? user.country),
            },
          ]}
        />
      </DialogSection>
    </Stack>
  );
}

/**
 * Opens for a user; null closes it.
 * @param isCovered another dialog lies above this one and must get the Escape key alone.
 */
export function UserDialog(props: {
  user: User | null;
  isCovered: boolean;
  onClose: () => void;
  onAdjust: (user: User) => void;
}) {
  const user = useLingering(props.user);
  return (
    <Dialog
      isOpen={props.user !== null}
      onClose={props.onClose}
      isBusy={props.isCovered}
      size="lg"
      title="User Details"
    >
      {user ? (
        <Stack gap="lg">
          <Details user={user} />
          <Group justify="space-between" gap="sm">
            <Anchor
              component={Link}
              size="sm"
              to={`/admin/dashboard/shipments?${new URLSearchParams({ search: user.email }).toString()}`}
            >
              Packages of this user
            </Anchor>
            <Group gap="sm">
              <Button variant="default" onClick={props.onClose}>
                Close
              </Button>
              <Button onClick={() => props.onAdjust(user)}>Adjust wallet</Button>
            </Group>
          </Group>
        </Stack>
      ) : null}
    </Dialog>
  );
}
