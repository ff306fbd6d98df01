import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import ShieldCheck from "lucide-react/icons/shield-check";
import { lazy, useState } from "react";
import type { Subscription } from "#contract/plans.ts";
import { newPackageAccess } from "#core/allowance.ts";
import { useApi } from "#web/api-of/goods.ts";
import type { PageHandle } from "#web/early-reading.tsx";
import { useHasWarehouse } from "#web/has-warehouse.ts";
import { useSession } from "#web/session.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { earlyPart } from "#web/ui/early-part.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { t } from "./messages.ts";

const AddressHint = lazy(async () => ({
  default: (await import("#web/address/address-hint.tsx")).AddressHint,
}));

const NewPackage = earlyPart(async () => (await import("./new-package.tsx")).NewPackage);

const QuotaExceededCard = lazy(async () => ({
  default: (await import("./subscription-required-card.tsx")).QuotaExceededCard,
}));

const SubscriptionRequiredCard = lazy(async () => ({
  default: (await import("./subscription-required-card.tsx")).SubscriptionRequiredCard,
}));

/** The form for users who may add a package; others see what they need. */
function NewPackageGate(props: { subscription: Subscription; isAdmin: boolean }) {
  const { subscription, isAdmin } = props;
  const access = newPackageAccess({ isAdmin, ...subscription });
  // Saving the last package of the month must not hide the form.
  const [wasAllowed, setWasAllowed] = useState(false);
  if (access === "allowed" && !wasAllowed) setWasAllowed(true);
  if (access === "allowed" || wasAllowed) {
    return (
      <LazyPart fallback={<LoadingCard lines={8} />}>
        <NewPackage />
      </LazyPart>
    );
  }
  return (
    <LazyPart fallback={<LoadingCard lines={6} />}>
      {access === "quota_exceeded" ? (
        <QuotaExceededCard subscription={subscription} />
      ) : (
        <SubscriptionRequiredCard />
      )}
    </LazyPart>
  );
}

export const handle: PageHandle = { firstParts: ["packages/new-package.tsx"] };

export default function NewPackagePage() {
  const api = useApi();
  const { person } = useSession();
  const hasWarehouse = useHasWarehouse();
  const { data, isError, isFetching, refetch } = useQuery(
    api.plans.readSubscription.queryOptions({ input: {} }),
  );
  const isAdmin = person?.isAdmin ?? false;
  return (
    <>
      <PageHeader
        title={t("packages.newPackage")}
        description={t("packages.newPackageDescription")}
        above={<BackLink to="/dashboard/packages" label={t("packages.backToMyPackages")} />}
      />
      {isAdmin ? (
        <Alert color="vermilion" icon={<ShieldCheck size={18} />} mb="lg">
          {t("packages.adminMode")}
        </Alert>
      ) : null}
      {!data && !isError ? <LoadingCard lines={8} /> : null}
      {!data && isError ? (
        <ErrorState
          title={t("packages.planNotLoaded")}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data && person ? (
        <>
          <NewPackageGate subscription={data} isAdmin={isAdmin} />
          {hasWarehouse ? (
            <LazyPart>
              <AddressHint />
            </LazyPart>
          ) : null}
        </>
      ) : null}
    </>
  );
}
