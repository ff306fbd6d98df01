/** The ways to the pages of the office that do not stand in its sidebar. */
import { Anchor, SimpleGrid, Text } from "@mantine/core";
import { Link } from "react-router";
import classes from "./settings/settings.module.css";

type AdminLink = { readonly to: string; readonly label: string; readonly description: string };

/** Every further page of the office, in the order in which staff look for them. */
const adminLinks: readonly AdminLink[] = [
  {
    to: "/admin/dashboard/audit",
    label: "Audit log",
    description: "Everything that staff did, and what was refused.",
  },
  {
    to: "/admin/dashboard/errors",
    label: "Errors",
    description: "What went wrong in the server and in browsers.",
  },
  {
    to: "/admin/dashboard/waiting",
    label: "Waiting",
    description: "Packages, legs and mails with which nothing happens.",
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
    description: "What the payment provider told us, what failed, and a way to retry.",
  },
  {
    to: "/admin/dashboard/payouts",
    label: "Payouts",
    description: "Money that customers want back, and what became of it.",
  },
  {
    to: "/admin/dashboard/limits",
    label: "Limits",
    description: "Who has tried something too often, and a way to let them go on.",
  },
  {
    to: "/admin/dashboard/account",
    label: "Your account",
    description: "Your password, two-factor authentication and sessions.",
  },
  {
    to: "/admin/dashboard/lanes",
    label: "Lanes",
    description: "Which carriers take no goods to which countries at the moment, and why.",
  },
];

/** A list of links to all of them, each with a line on what is there. */
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
