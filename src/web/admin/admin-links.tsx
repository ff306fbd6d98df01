import { Anchor, SimpleGrid, Text } from "@mantine/core";
import { Link } from "react-router";
import classes from "./settings/settings.module.css";

type AdminLink = { readonly to: string; readonly label: string; readonly description: string };

/** The admin pages that are not in the sidebar, most used first. */
const adminLinks: readonly AdminLink[] = [
  {
    to: "/admin/dashboard/audit",
    label: "Audit log",
    description: "Everything that staff did, including rejected attempts.",
  },
  {
    to: "/admin/dashboard/errors",
    label: "Errors",
    description: "Errors in the server and in browsers.",
  },
  {
    to: "/admin/dashboard/work-items",
    label: "Open work",
    description: "Packages, legs and emails that are stalled.",
  },
  {
    to: "/admin/dashboard/plan-payments",
    label: "Plan payments",
    description: "What customers paid for their plans, month by month.",
  },
  {
    to: "/admin/dashboard/reconciliation",
    label: "Reconciliation",
    description:
      "Wallets, ledger and the provider's records compared, with every cent that differs.",
  },
  {
    to: "/admin/dashboard/webhooks",
    label: "Webhooks",
    description: "Events from the payment provider, with failures and a way to retry.",
  },
  {
    to: "/admin/dashboard/payouts",
    label: "Payouts",
    description: "Payouts that customers requested, and their results.",
  },
  {
    to: "/admin/dashboard/limits",
    label: "Limits",
    description: "Accounts and addresses that made too many attempts, and a way to unblock them.",
  },
  {
    to: "/admin/dashboard/account",
    label: "Your account",
    description: "Your password, two-factor authentication and sessions.",
  },
  {
    to: "/admin/dashboard/lanes",
    label: "Lanes",
    description: "Carriers that are suspended for a country, and why.",
  },
];

export function AdminLinks() {
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2 }}
      spacing="xl"
      verticalSpacing="md"
      className={classes["links"] ?? ""}
    >
      {adminLinks.map(({ to, label, description }) => (
        <li key={to}>
          <Anchor component={Link} to={to} className={classes["link"] ?? ""}>
            {label}
          </Anchor>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </li>
      ))}
    </SimpleGrid>
  );
}
