import { Alert, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import { lazy, useState } from "react";
import { Link, useParams } from "react-router";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import { useApi } from "#catalogue/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { dayText } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { FactsCard, RatesCard, SurchargesCard } from "./version-details.tsx";
import { VersionsCard } from "./versions-card.tsx";

const OpeningDialog = lazy(async () => ({
  default: (await import("./opening-dialog.tsx")).OpeningDialog,
}));

type Listed = {
  readonly today: string;
  readonly currentId: string | null;
  readonly items: readonly ServiceVersionSummary[];
};

/** The version that counts today with its rates, and the history. */
function Service({ listed }: { listed: Listed }) {
  const api = useApi();
  const { today, currentId, items } = listed;
  const [newest] = items;
  const shownId = currentId ?? newest?.id ?? "";
  const query = useQuery(
    api.shippingServices.readServiceVersion.queryOptions({
      input: { serviceId: shownId },
      staleTime: Infinity,
    }),
  );
  const upcoming = items.filter(({ id, validFrom }) => validFrom > today && id !== shownId);
  return (
    <Stack gap="lg">
      {upcoming.map(({ id, version, validFrom }) => (
        <Alert key={id} color="sea" icon={<Info size={18} aria-hidden="true" />}>
          {t("admin-services.replacedFrom", { version, day: dayText(validFrom) })}
        </Alert>
      ))}
      {query.data === undefined ? (
        <NotLoaded query={query} failure={{ title: t("admin-services.notLoaded") }} lines={8} />
      ) : (
        <>
          <FactsCard details={query.data.details} />
          <RatesCard details={query.data.details} />
          <SurchargesCard details={query.data.details} />
        </>
      )}
      <VersionsCard versions={items} currentId={currentId} today={today} />
    </Stack>
  );
}

function Actions(props: { newest: ServiceVersionSummary; today: string }) {
  const { newest, today } = props;
  const [isOpening, setOpening] = useState(false);
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setOpening(true)}>
        {t(newest.isActive ? "admin-services.close" : "admin-services.reopen")}
      </Button>
      <Button component={Link} to={`/admin/dashboard/services/${newest.code}/edit`}>
        {t("admin-services.edit")}
      </Button>
      <LazyPart isWanted={isOpening}>
        <OpeningDialog
          isOpen={isOpening}
          newest={newest}
          today={today}
          onDone={() => setOpening(false)}
        />
      </LazyPart>
    </Group>
  );
}

export default function ServicePage() {
  const { serviceCode = "" } = useParams();
  const api = useApi();
  const query = useQuery(
    api.shippingServices.listServiceVersions.queryOptions({ input: { code: serviceCode } }),
  );
  const shown =
    query.data?.items.find(({ id }) => id === query.data.currentId) ?? query.data?.items[0];
  const newest = query.data?.items[0];
  return (
    <>
      <PageHeader
        title={shown?.name ?? serviceCode}
        description={
          shown === undefined
            ? serviceCode
            : t("admin-services.codeAndState", {
                code: serviceCode,
                state: t(shown.isActive ? "admin-services.open" : "admin-services.closed"),
              })
        }
        above={<BackLink to="/admin/dashboard/services" label={t("admin-services.back")} />}
        actions={
          newest === undefined || query.data === undefined ? null : (
            <Actions newest={newest} today={query.data.today} />
          )
        }
      />
      {query.data === undefined ? (
        query.isError ? (
          <NotLoaded query={query} failure={{ title: t("admin-services.notLoaded") }} lines={8} />
        ) : (
          <LoadingCard lines={10} />
        )
      ) : (
        <Service listed={query.data} />
      )}
    </>
  );
}
