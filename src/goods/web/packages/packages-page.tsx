import { Button, Group, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import PackageOpen from "lucide-react/icons/package-open";
import PackagePlus from "lucide-react/icons/package-plus";
import PackageSearch from "lucide-react/icons/package-search";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { useList } from "#ui/web/use-list.ts";
import { readTableView, type TableView } from "#ui/web/table-view.ts";
import { useApi, type ApiQueries } from "#goods/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { usePerson } from "#ui/web/session.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { Count } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { SubscriptionRequiredCard } from "./subscription-required-card.tsx";
import { packagesLoadError } from "./packages-load-error.ts";
import { PackagesTable } from "./packages-table.tsx";
import { NumbersElsewhere } from "#goods/web/parcels/numbers-elsewhere.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";

const PackageDetailsDialog = laterPart(
  async () => (await import("./package-details-dialog.tsx")).PackageDetailsDialog,
);

const tabs = [
  { value: "all", label: "packages.all", emptyTitle: "sentences.noPackagesYet" },
  { value: "active", label: "packages.tab.active", emptyTitle: "packages.empty.active" },
  {
    value: "delivered",
    label: "packages.tab.delivered",
    emptyTitle: "packages.empty.delivered",
  },
] as const;

const packagesPerPage = 20;

const tabIn = (view: Pick<TableView, "read">) =>
  tabs.find(({ value }) => value === view.read("tab")) ?? tabs[0];

export const handle: PageHandle<ApiQueries> = {
  startReading: (api, queryClient, address) => {
    const view = readTableView(address);
    const { search, page } = view;
    const input = { tab: tabIn(view).value, search, page, pageSize: packagesPerPage };
    void queryClient.prefetchQuery(api.packages.listPackages.queryOptions({ input }));
  },
};

function NoPackages(props: { title: string; canAdd: boolean; isFirst: boolean }) {
  const { canAdd, isFirst } = props;
  const hasWarehouse = useHasWarehouse();
  const description = t(
    hasWarehouse ? "packages.empty.descriptionWithAddress" : "packages.empty.descriptionByLeg",
  );
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={props.title}
      {...(isFirst ? { description } : {})}
      actions={
        isFirst ? (
          <>
            {canAdd ? (
              <Button component={Link} to="/dashboard/packages/new">
                {t("packages.addFirst")}
              </Button>
            ) : null}
            {hasWarehouse ? (
              <Button component={Link} to="/dashboard/address" variant="default">
                {t("parcels.myAddress")}
              </Button>
            ) : null}
          </>
        ) : null
      }
    />
  );
}

function NoMatches(props: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<PackageSearch size={22} />}
      title={t("sentences.noPackagesMatch")}
      description={t("packages.noMatchesHint")}
      actions={
        <Button variant="default" size="sm" onClick={props.onShowAll}>
          {t("packages.showAll")}
        </Button>
      }
    />
  );
}

/** The package in the address whose details are open. */
function useOpenedPackage() {
  const [search, setSearch] = useSearchParams();
  const open = (packageId: string | null) => {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("case");
        if (packageId === null) next.delete("package");
        else next.set("package", packageId);
        return next;
      },
      { preventScrollReset: true, replace: packageId === null },
    );
  };
  return { packageId: search.get("package"), open };
}

/** The numbers of the package just saved whose parcels stay in other packages; New Package passes them on. */
function useNumbersElsewhere() {
  const { state } = useLocation() as { state: { inOtherPackages?: readonly string[] } | null };
  const [isClosed, setClosed] = useState(false);
  const numbers = isClosed ? [] : (state?.inOtherPackages ?? []);
  return { numbers, close: () => setClosed(true) };
}

function PackageList(props: { canAdd: boolean }) {
  const api = useApi();
  const [, setAddress] = useSearchParams();
  const opened = useOpenedPackage();
  const { view, query, data, table, search } = useList(
    (address, page, words) =>
      api.packages.listPackages.queryOptions({
        input: { tab: tabIn(address).value, search: words, ...page },
      }),
    { pageSize: packagesPerPage, staleTime: 5_000 },
  );
  const tab = tabIn(view);
  useFailureToast(query.error, packagesLoadError(query.error));
  if (!data && query.isError) {
    return (
      <ErrorState
        {...packagesLoadError(query.error)}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (data?.counts.all === 0 && !props.canAdd) {
    return <SubscriptionRequiredCard />;
  }
  const isFirst = data?.counts.all === 0;
  return (
    <Tabs
      value={tab.value}
      onChange={(next) => view.write("tab", next === "all" ? "" : (next ?? ""))}
    >
      <TabList mb="lg">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} px={{ base: 8, xs: "md" }}>
            {data ? (
              <RichText
                id="packages.tabCount"
                values={{ tab: t(label), count: <Count value={data.counts[value]} /> }}
              />
            ) : (
              t(label)
            )}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab.value}>
        {isFirst ? null : (
          <Group mb={{ base: "sm", sm: "md" }}>
            <SearchBox
              label={t("packages.search")}
              placeholder={t("packages.searchPlaceholder")}
              value={search}
              onSearch={(text) => view.write("search", text)}
            />
          </Group>
        )}
        <SectionCard flush>
          <PackagesTable
            table={table}
            empty={
              search === "" || isFirst ? (
                <NoPackages
                  title={t(isFirst ? "sentences.noPackagesYet" : tab.emptyTitle)}
                  canAdd={props.canAdd}
                  isFirst={isFirst}
                />
              ) : (
                <NoMatches onShowAll={() => setAddress({})} />
              )
            }
            onOpen={(pkg) => opened.open(pkg.id)}
          />
        </SectionCard>
      </Tabs.Panel>
      <PackageDetailsDialog
        isWanted={opened.packageId !== null}
        packageId={opened.packageId}
        onClose={() => opened.open(null)}
      />
    </Tabs>
  );
}

export default function PackagesPage() {
  const api = useApi();
  const person = usePerson();
  const subscription = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  const plan = subscription.data ? subscription.data.subscription : person.subscription;
  const canAdd = plan !== null || person.isAdmin;
  const elsewhere = useNumbersElsewhere();
  return (
    <>
      <PageHeader
        title={t("packages.myPackages")}
        description={t("packages.myPackagesDescription")}
        actions={
          canAdd ? (
            <Button
              component={Link}
              to="/dashboard/packages/new"
              leftSection={<PackagePlus size={18} />}
            >
              {t("packages.addPackage")}
            </Button>
          ) : null
        }
      />
      {elsewhere.numbers.length === 0 ? null : (
        <NumbersElsewhere numbers={elsewhere.numbers} onClose={elsewhere.close} />
      )}
      <PackageList canAdd={canAdd} />
    </>
  );
}
