import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Package } from "#goods/contract/packages.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { FocusedAlert, FormAlert } from "#ui/web/form.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { Select } from "#ui/web/select.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { useParcelsRefresh, packageOption, useOpenPackages } from "./move-parcels.ts";
import { t } from "#ui/web/i18n/messages.tsx";

function useMerging(packageId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useParcelsRefresh();
  const merging = useMutation(api.packages.mergePackages.mutationOptions());
  const merge = async (fromPackageId: string) => {
    try {
      const { isQuotaReturned } = await merging.mutateAsync({ packageId, fromPackageId });
      showToast({
        title: t("package-parcels.merge.done"),
        description: t(
          isQuotaReturned
            ? "package-parcels.merge.quotaReturned"
            : "package-parcels.merge.quotaUnchanged",
        ),
        kind: "success",
        place: "package",
      });
    } finally {
      refresh();
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
    }
  };
  return { merge, merging };
}

function Choice(props: { pkg: Package; onClose: () => void }) {
  const { pkg, onClose } = props;
  const { packages, error } = useOpenPackages();
  const { merge, merging } = useMerging(pkg.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  if (packages === undefined) {
    return error === null ? (
      <LoadingLines lines={4} />
    ) : (
      <FormAlert message={apiErrorMessage(error, t("package-parcels.packagesNotLoaded"))} />
    );
  }
  const others = packages.filter(
    ({ id, destination }) => id !== pkg.id && destination === pkg.destination,
  );
  if (others.length === 0) {
    const destination = placeName(pkg.destination);
    return <Text size="sm">{t("package-parcels.merge.none", { destination })}</Text>;
  }
  const confirm = () => {
    setMissing(chosen === null);
    // A failure is shown above the fields.
    if (chosen !== null) merge(chosen).then(onClose, () => undefined);
  };
  return (
    <Stack gap="lg">
      {merging.error === null ? null : (
        <FocusedAlert message={apiErrorMessage(merging.error, t("package-parcels.merge.failed"))} />
      )}
      <Text size="sm">
        {t("package-parcels.merge.text", { trackingNumber: pkg.trackingNumber })}
      </Text>
      <Select
        label={t("package-parcels.merge.other")}
        placeholder={t("package-parcels.choose")}
        data={others.map(packageOption)}
        value={chosen}
        error={isMissing ? t("package-parcels.merge.missing") : null}
        searchable={others.length > 8}
        nothingFoundMessage={t("package-parcels.noMatch")}
        onChange={(id) => {
          setChosen(id);
          setMissing(false);
        }}
      />
      <Text size="sm" c="dimmed">
        {t("package-parcels.merge.quota")}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={merging.isPending} onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button loading={merging.isPending} onClick={confirm}>
          {t("package-parcels.merge.confirm")}
        </Button>
      </Group>
    </Stack>
  );
}

/** Moves the parcels of another open package to the same destination into this one. */
export function MergeDialog(props: { pkg: Package; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t("package-parcels.merge.title")}>
      <Choice pkg={props.pkg} onClose={props.onClose} />
    </Dialog>
  );
}
