import { Anchor, Tabs } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { WorkItem } from "#contract/admin.ts";
import type { WorkItemKind } from "#core/work-item.ts";
import { waitingLimits } from "#core/reporting-periods.ts";
import { useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Code, Moment } from "#web/ui/figures.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { EmailText } from "#web/admin/email-text.tsx";
import { usePagedList } from "#web/ui/paged-list.ts";

const pageSize = 20;

type Tab = {
  readonly value: WorkItemKind;
  readonly label: string;
  readonly description: string;
  readonly nameHeader: string;
  readonly aboutHeader: string;
  readonly sinceHeader: string;
};

const tabs: readonly [Tab, Tab, Tab] = [
  {
    value: "pending_packages",
    label: "Pending packages",
    description: `Registered more than ${waitingLimits.pendingDays} days ago, and still pending.`,
    nameHeader: "Package",
    aboutHeader: "Route",
    sinceHeader: "Registered",
  },
  {
    value: "stalled_legs",
    label: "Stalled legs",
    description: `In transit, without an update for more than ${waitingLimits.silentLegDays} days.`,
    nameHeader: "Package",
    aboutHeader: "Leg",
    sinceHeader: "Last change",
  },
  {
    value: "failed_emails",
    label: "Unsent emails",
    description:
      "Retried for a day, unless the mail server rejected them permanently; listed for 30 days.",
    nameHeader: "Email",
    aboutHeader: "Failure reason",
    sinceHeader: "Created",
  },
];

function emailName(kind: string): string {
  const words = kind.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Name({ name, packageId }: WorkItem) {
  if (packageId === null) return <>{emailName(name)}</>;
  return (
    <Anchor
      component={Link}
      inherit
      underline="hover"
      fw={600}
      to={`/admin/dashboard/shipments?${new URLSearchParams({ package: packageId }).toString()}`}
    >
      <Code>{name}</Code>
    </Anchor>
  );
}

function columnsFor(tab: Tab): readonly Column<WorkItem>[] {
  return [
    { key: "name", header: tab.nameHeader, isTitle: true, cell: (item) => <Name {...item} /> },
    { key: "about", header: tab.aboutHeader, cell: ({ about }) => about || "–" },
    {
      key: "email",
      header: tab.value === "failed_emails" ? "To" : "Customer",
      cell: ({ email }) => <EmailText>{email}</EmailText>,
    },
    {
      key: "since",
      header: tab.sinceHeader,
      isNoWrap: true,
      cell: ({ since }) => <Moment at={since} withTime />,
    },
  ];
}

function WorkItemsTable(props: { tab: Tab; view: ReturnType<typeof useTableView> }) {
  const { tab, view } = props;
  const api = useApi();
  const query = useQuery(
    api.admin.listWorkItems.queryOptions({
      input: { kind: tab.value, page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  const list = usePagedList(query, view, pageSize);
  return (
    <ListCard
      query={query}
      failure={{
        title: "The list could not be loaded",
        description: "No data was lost. Please try again.",
      }}
    >
      <DataTable
        label={tab.label}
        columns={columnsFor(tab)}
        {...list}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<CircleCheck size={22} />} title="No open work" />}
      />
    </ListCard>
  );
}

export default function WorkItemsPage() {
  const view = useTableView();
  const shown = tabs.find(({ value }) => value === view.read("kind")) ?? tabs[0];
  return (
    <>
      <PageHeader
        title="Open work"
        description={shown.description}
        above={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
      />
      <Tabs value={shown.value} onChange={(value) => view.write("kind", value ?? "")}>
        <Tabs.List mb="md" aria-label="Open work">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} px={{ base: 10, xs: "md" }}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.value}>
          <WorkItemsTable key={shown.value} tab={shown} view={view} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
