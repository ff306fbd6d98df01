/** The screen that lists a customer's packages. */
import { Button, Tabs } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import PackageOpen from "lucide-react/icons/package-open";
import PackagePlus from "lucide-react/icons/package-plus";
import { Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { sentences } from "#contract/messages.ts";
import { usePagedList } from "#web/admin/paged-list.ts";
import { useApi } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Count } from "#web/ui/figures.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { AfterFirstInput } from "#web/ui/after-first-input.tsx";
import { packagesFailure } from "./packages-failure.ts";
import { PackagesTable, packagesPerPage } from "./packages-table.tsx";

const SubscriptionRequiredCard = lazyComponent(async () => {
  const { SubscriptionRequiredCard: card } = await import("./subscription-required-card.tsx");
  return card;
});

const PackageDetailsDialog = lazyComponent(async () => {
  const { PackageDetailsDialog: dialog } = await import("./package-details-dialog.tsx");
  return dialog;
});

const tabs = [
  { value: "all", label: "All Packages", none: sentences.noPackagesYet },
  { value: "active", label: "Active", none: "No package is on its way" },
  { value: "delivered", label: "Delivered", none: "No package has arrived yet" },
] as const;

function NoPackages(props: { title: string; mayAdd: boolean; isFirst: boolean }) {
  const { mayAdd, isFirst } = props;
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={props.title}
      {...(isFirst
        ? { description: "Register what you have bought, and follow it here leg by leg." }
        : {})}
      actions={
        mayAdd && isFirst ? (
          <Button component={Link} to="/dashboard/packages/new">
            Add Your First Package
          </Button>
        ) : null
      }
    />
  );
}

/** The package whose details the address asks for, opened and closed with the browser's history. */
function useOpenedPackage() {
  const [search, setSearch] = useSearchParams();
  const change = (packageId: string | null) => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (packageId === null) after.delete("package");
        else after.set("package", packageId);
        return after;
      },
      { preventScrollReset: true, replace: packageId === null },
    );
  };
  return { packageId: search.get("package"), change };
}

/** Tabs with exact counts, and the table of the chosen one. */
function PackageList(props: { mayAdd: boolean }) {
  const api = useApi();
  const view = useTableView();
  const tab = tabs.find(({ value }) => value === view.read("tab")) ?? tabs[0];
  const opened = useOpenedPackage();
  const list = useQuery({
    ...api.packages.listPackages.queryOptions({
      input: { tab: tab.value, page: view.page, pageSize: packagesPerPage },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const { rows, total } = usePagedList(list, view, packagesPerPage);
  if (!data && list.isError) {
    return (
      <ErrorState
        {...packagesFailure(list.error)}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (data?.counts.all === 0 && !props.mayAdd) {
    return (
      <Suspense fallback={<LoadingCard lines={6} />}>
        <SubscriptionRequiredCard />
      </Suspense>
    );
  }
  const isFirst = data?.counts.all === 0;
  return (
    <Tabs
      value={tab.value}
      onChange={(next) => view.write("tab", next === "all" ? "" : (next ?? ""))}
    >
      <Tabs.List mb="lg">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} px={{ base: 8, xs: "md" }}>
            {label}
            {data ? (
              <>
                {" ("}
                <Count value={data.counts[value]} />)
              </>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab.value}>
        <SectionCard flush>
          <PackagesTable
            rows={rows}
            total={total}
            view={view}
            isRefreshing={list.isPlaceholderData}
            empty={
              <NoPackages
                title={isFirst ? sentences.noPackagesYet : tab.none}
                mayAdd={props.mayAdd}
                isFirst={isFirst}
              />
            }
            onOpen={(pkg) => opened.change(pkg.id)}
          />
        </SectionCard>
      </Tabs.Panel>
      <AfterFirstInput isNeeded={opened.packageId !== null}>
        <PackageDetailsDialog packageId={opened.packageId} onClose={() => opened.change(null)} />
      </AfterFirstInput>
    </Tabs>
  );
}

export default function PackagesPage() {
  const api = useApi();
  const { person } = useSession();
  const subscription = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  const plan = subscription.data ? subscription.data.subscription : person?.subscription;
  const mayAdd = Boolean(plan) || (person?.isAdmin ?? false);
  return (
    <>
      <PageHeader
        title="My Packages"
        description="Every package you have registered, and how far it has come."
        actions={
          mayAdd ? (
            <Button
              component={Link}
              to="/dashboard/packages/new"
              leftSection={<PackagePlus size={18} />}
            >
              Add Package
            </Button>
          ) : null
        }
      />
      <PackageList mayAdd={mayAdd} />
    </>
  );
}
