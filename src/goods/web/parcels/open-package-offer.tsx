import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import PackagePlus from "lucide-react/icons/package-plus";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { isSameNumber, readChosenNumbers } from "./chosen-numbers.ts";
import { packageOption, useOpenPackages } from "./move-parcels.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** What was typed for the new package. */
type Typed = {
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
  readonly description: string;
  readonly furtherNumbers: string;
};

/** As long as the description of a parcel may be. */
const maxDescription = 500;

function parcelsOf({ trackingNumber, description, furtherNumbers }: Typed) {
  const further = readChosenNumbers(furtherNumbers)
    .map((number) => ({ trackingNumber: number.trackingNumber }))
    .filter((number) => !isSameNumber(number.trackingNumber, trackingNumber));
  return [{ trackingNumber, description: description.trim().slice(0, maxDescription) }, ...further];
}

/** Declares the typed numbers as parcels of an open package; `message` says why the last attempt failed. */
function useAdding(onAdded: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  const navigate = useNavigate();
  const key = useIdempotencyKey();
  const [isAdding, setAdding] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const add = async (typed: Typed, pkg: ListedPackage) => {
    setAdding(true);
    setMessage(null);
    try {
      const { inOtherPackages } = await client.inboundParcels.declareInboundParcels({
        items: parcelsOf(typed),
        packageId: pkg.id,
        idempotencyKey: key.read(),
      });
      onAdded();
      refetch();
      const numbers = inOtherPackages.map((number) => number.trackingNumber);
      await navigate(`/dashboard/packages?package=${pkg.id}`, {
        state: numbers.length === 0 ? null : { inOtherPackages: numbers },
      });
      showToast({
        title: t("package-parcels.offer.done", { trackingNumber: pkg.trackingNumber }),
        description: t("package-parcels.offer.quota"),
        kind: "success",
        place: "package",
      });
    } catch (error) {
      if (apiErrorCode(error) !== null) key.renew();
      setMessage(apiErrorMessage(error, t("common.noDataLost")));
    } finally {
      setAdding(false);
    }
  };
  return { add, isAdding, message };
}

/** Offers to add the number to an open package to the same destination, which uses no quota. */
export function OpenPackageOffer(props: { values: Typed; onAdded: () => void }) {
  const { values } = props;
  const { packages = [] } = useOpenPackages();
  const { add, isAdding, message } = useAdding(props.onAdded);
  const [chosen, setChosen] = useState<string | null>(null);
  const offered = packages.filter(({ destination }) => destination === values.destination);
  const pkg = offered.find(({ id }) => id === chosen) ?? offered[0];
  if (pkg === undefined || values.origin === "Singapore") return null;
  if (!checkTrackingNumber(values.trackingNumber).ok) return null;
  return (
    <Alert
      color="sea"
      icon={<PackagePlus size={18} />}
      title={t("package-parcels.offer")}
      role="group"
      aria-label={t("package-parcels.offer")}
    >
      <Stack gap="sm">
        {offered.length === 1 ? (
          <Text size="sm">
            {t("package-parcels.offer.text", {
              trackingNumber: pkg.trackingNumber,
              destination: placeName(pkg.destination),
              count: pkg.parcelsCount,
            })}
          </Text>
        ) : (
          <Select
            label={t("package-parcels.offer.package")}
            data={offered.map(packageOption)}
            value={pkg.id}
            onChange={setChosen}
          />
        )}
        <FormAlert message={message} />
        <Group gap="sm">
          <Button
            variant="default"
            size="sm"
            loading={isAdding}
            onClick={() => void add(values, pkg)}
          >
            {t("package-parcels.offer.add")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
