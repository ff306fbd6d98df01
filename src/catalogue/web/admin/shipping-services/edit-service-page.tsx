import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import type { ServiceVersion } from "#catalogue/contract/shipping-services.ts";
import { nameInLanguage } from "#ui/web/admin/names.ts";
import { useApi, useApiClient } from "#catalogue/web/api.ts";
import { CarriersLoaded } from "#catalogue/web/carriers/use-carriers.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ServiceForm } from "./service-form.tsx";

const listPage = "/admin/dashboard/services";

/** The newest version of the service in the address, null for a new one, with what the form needs besides. */
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
function Started(props: { version: ServiceVersion | null; today: string; codes: string[] }) {
  const [start] = useState(props);
  return <ServiceForm {...start} />;
}

/** Adds a service, or a version of the one in the address. */
export default function EditServicePage() {
  const { serviceCode } = useParams();
  const { listed, newest, isLoaded } = useStart(serviceCode);
  const failed = newest.isError ? newest : listed;
  const back = serviceCode === undefined ? listPage : `${listPage}/${serviceCode}`;
  return (
    <>
      <PageHeader
        title={
          serviceCode === undefined
            ? t("admin-services.add")
            : t("admin-services.editNamed", {
                name: newest.data === undefined ? serviceCode : nameInLanguage(newest.data.details),
              })
        }
        above={<BackLink to={back} label={t("admin-services.back")} />}
      />
      {isLoaded && listed.data !== undefined ? (
        <CarriersLoaded>
          <Started
            version={newest.data ?? null}
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
