import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import type { ServiceVersion } from "#catalogue/contract/shipping-services.ts";
import { nameInLanguage } from "#ui/web/admin/names.ts";
import { useApi, useApiClient } from "#catalogue/web/api.ts";
import { CarriersLoaded } from "#catalogue/web/carriers/use-carriers.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ServiceForm } from "./service-form.tsx";

const listPage = "/admin/dashboard/services";

/** The newest version of the service with this code, if any, with what the form needs besides. */
function useStart(code: string | undefined) {
  const api = useApi();
  const client = useApiClient();
  const listed = useQuery(api.shippingServices.listShippingServices.queryOptions({ input: {} }));
  const newest = useQuery({
    queryKey: [...api.shippingServices.key(), "newest", code],
    enabled: code !== undefined,
    // Read anew for each form, which would otherwise begin with an older version, and not while it is edited.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () => {
      const { items } = await client.shippingServices.listServiceVersions({ code: code ?? "" });
      return await client.shippingServices.readServiceVersion({ serviceId: items[0]?.id ?? "" });
    },
  });
  const isLoaded = listed.data !== undefined && (code === undefined || newest.data !== undefined);
  return { listed, newest, isLoaded };
}

/** The form keeps the version with which it began; saving an older one is refused. */
function Started(props: {
  start: ServiceVersion | null;
  isNew: boolean;
  today: string;
  codes: string[];
}) {
  const [start] = useState(props);
  return <ServiceForm {...start} />;
}

/** Adds a service, also as a copy of another one, or a version of the one in the address. */
export default function EditServicePage() {
  const { serviceCode } = useParams();
  const [search] = useSearchParams();
  const isNew = serviceCode === undefined;
  const startCode = serviceCode ?? search.get("copy") ?? undefined;
  const { listed, newest, isLoaded } = useStart(startCode);
  const failed = newest.isError ? newest : listed;
  const back = startCode === undefined ? listPage : `${listPage}/${startCode}`;
  const titleOf = (code: string) =>
    t(isNew ? "admin-services.copyNamed" : "admin-services.editNamed", {
      name: newest.data === undefined ? code : nameInLanguage(newest.data.details),
    });
  return (
    <>
      <PageHeader
        title={startCode === undefined ? t("admin-services.add") : titleOf(startCode)}
        above={<BackLink to={back} label={t("admin-services.back")} />}
      />
      {isLoaded && listed.data !== undefined ? (
        <CarriersLoaded>
          <Started
            start={newest.data ?? null}
            isNew={isNew}
            today={listed.data.today}
            codes={listed.data.items.map(({ code }) => code)}
          />
        </CarriersLoaded>
      ) : (
        <NotLoaded query={failed} failure={{ title: t("admin-services.notLoaded") }} lines={12} />
      )}
    </>
  );
}
