/** The first screen an administrator sees after signing in: figures and newest events, all as they are now. */
import { Button, Group, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import Package from "lucide-react/icons/package";
import Ship from "lucide-react/icons/ship";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { toasts } from "#contract/messages.ts";
import { useApi } from "#web/api.tsx";
import { Count } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StatCard } from "#web/ui/stat-card.tsx";
import { useFailureToast } from "./failure-toast.ts";
import { NewestPackagesCard } from "./newest-packages-card.tsx";
import { NewestPaymentsCard } from "./newest-payments-card.tsx";

const newestCount = 5;

function Figure(props: {
  label: string;
  value: number | undefined;
  isFailed: boolean;
  icon: ReactNode;
  note: string;
}) {
  const known = props.value === undefined ? undefined : <Count value={props.value} />;
  return (
    <StatCard
      label={props.label}
      icon={props.icon}
      value={props.isFailed ? "–" : known}
      note={props.isFailed ? "Could not be loaded" : props.note}
    />
  );
}

const quickLinks = [
  { label: "Manage Shipments", to: "/admin/dashboard/shipments" },
  { label: "Manage Users", to: "/admin/dashboard/users" },
  { label: "Payments", to: "/admin/dashboard/payments" },
  { label: "Reconciliation", to: "/admin/dashboard/reconciliation" },
  { label: "Webhooks", to: "/admin/dashboard/webhooks" },
  { label: "Settings", to: "/admin/dashboard/settings" },
] as const;

export default function AdminDashboardPage() {
  const api = useApi();
  const shipments = useQuery(
    api.packages.listShipments.queryOptions({
      input: { tab: "all", status: "all", search: "", page: 1, pageSize: newestCount },
    }),
  );
  const users = useQuery(
    api.people.listUsers.queryOptions({ input: { search: "", page: 1, pageSize: 1 } }),
  );
  const isFailed = shipments.isError && !shipments.data;
  const counts = shipments.data?.counts;
  useFailureToast(users.error, toasts.usersNotLoaded);
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        description="Shipments, people and payments as they stand now."
        actions={
          <Group component="nav" aria-label="Quick links" gap="xs">
            {quickLinks.map(({ label, to }) => (
              <Button key={to} component={Link} to={to} size="xs" variant="default">
                {label}
              </Button>
            ))}
          </Group>
        }
      />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "sm", sm: "lg" }} mb="lg">
        <Figure
          label="Active"
          value={counts?.active}
          isFailed={isFailed}
          icon={<Ship size={18} aria-hidden="true" />}
          note="Shipments under way"
        />
        <Figure
          label="Delivered"
          value={counts?.delivered}
          isFailed={isFailed}
          icon={<CircleCheck size={18} aria-hidden="true" />}
          note="Since the beginning"
        />
        <Figure
          label="All shipments"
          value={counts?.all}
          isFailed={isFailed}
          icon={<Package size={18} aria-hidden="true" />}
          note="In every state"
        />
        <Figure
          label="Users"
          value={users.data?.total}
          isFailed={users.isError && !users.data}
          icon={<Users size={18} aria-hidden="true" />}
          note="Customers and staff"
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <NewestPackagesCard query={shipments} />
        <NewestPaymentsCard count={newestCount} />
      </SimpleGrid>
    </>
  );
}
