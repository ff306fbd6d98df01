import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { useApi } from "#catalogue/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { warehousesPath } from "./warehouses-path.ts";

const WarehouseForm = lazyPart(async () => (await import("./warehouse-form.tsx")).WarehouseForm);

/** The form keeps what it began with; what somebody else saves meanwhile is a conflict. */
function Started(props: { warehouse: Warehouse | null; codes: readonly string[] }) {
  const [start] = useState(props);
  return (
    <LazyPart fallback={<LoadingCard lines={12} />}>
      <WarehouseForm {...start} />
    </LazyPart>
  );
}

function Content({ items, id }: { items: readonly Warehouse[]; id: string | undefined }) {
  const warehouse = items.find((one) => one.id === id);
  if (id !== undefined && warehouse === undefined) {
    return <EmptyState title={t("admin-warehouses.notFound")} />;
  }
  const codes = items.map(({ code }) => code);
  return <Started key={id ?? "new"} warehouse={warehouse ?? null} codes={codes} />;
}

/** Enters a warehouse, or edits the one in the address. */
export default function EditWarehousePage() {
  const { warehouseId } = useParams();
  const api = useApi();
  const query = useQuery(api.warehouses.listWarehouses.queryOptions({ input: {} }));
  const title = warehouseId === undefined ? "admin-warehouses.enter" : "admin-warehouses.editTitle";
  return (
    <>
      <PageHeader
        title={t(title)}
        above={<BackLink to={warehousesPath} label={t("admin-warehouses.back")} />}
      />
      {query.data === undefined ? (
        <NotLoaded query={query} failure={{ title: t("admin-warehouses.notLoaded") }} lines={12} />
      ) : (
        <Content items={query.data.items} id={warehouseId} />
      )}
    </>
  );
}
