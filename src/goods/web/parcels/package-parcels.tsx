import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Package } from "#goods/contract/packages.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { Code } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";
import { packageName } from "#goods/rules/package-number.ts";
import { useParcelMoves, packageOption, useOpenPackages } from "./move-parcels.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelLine, ParcelLines } from "./parcel-lines.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { SplitDialog } from "./split-dialog.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { Dialog, DialogButtons } from "#ui/web/dialog.tsx";
import { FocusedAlert, FormAlert } from "#ui/web/form.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { FoldableSection } from "#ui/web/foldable-section.tsx";
import { Select } from "#ui/web/select.tsx";

const shownParcels = 100;

function isMovable({ state }: InboundParcel): boolean {
  return state === "expected" || state === "received";
}

function Parcel(props: { parcel: InboundParcel; isOpen: boolean }) {
  const { parcel } = props;
  const { move, isMoving } = useParcelMoves();
  const name = parcelName(parcel);
  return (
    <ParcelLine
      parcel={parcel}
      number={
        <Anchor component={Link} size="sm" to={`/dashboard/parcels/${parcel.id}`}>
          <Code>{name}</Code>
        </Anchor>
      }
      after={
        props.isOpen && isMovable(parcel) ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={isMoving}
            aria-label={t("package-parcels.takeOutOf", { parcel: name })}
            onClick={() => void move([parcel.id], null)}
          >
            {t("package-parcels.takeOut")}
          </Button>
        ) : null
      }
    />
  );
}

function usePackageParcels(packageId: string) {
  return useQuery(
    useApi().inboundParcels.listInboundParcels.queryOptions({
      input: { packageId, pageSize: shownParcels },
    }),
  );
}

/**
 * The parcels that an own package gathers, with what can be done with them until it has left.
 * @param props.onCover says whether a dialog covers the one that this stands in.
 */
export function PackageParcels(props: {
  pkg: Package;
  isFolded: boolean;
  onCover: (isCovered: boolean) => void;
}) {
  const { pkg } = props;
  const query = usePackageParcels(pkg.id);
  const [open, setOpen] = useState<"merge" | "split" | null>(null);
  const show = (dialog: "merge" | "split" | null) => {
    setOpen(dialog);
    props.onCover(dialog !== null);
  };
  const isOpen = isOpenForParcels(pkg);
  const { data } = query;
  const movable = data?.items.filter(isMovable) ?? [];
  return (
    <FoldableSection title={t("package-parcels.title")} isFolded={props.isFolded}>
      {data === undefined ? (
        <NotLoaded
          query={query}
          failure={{
            title: t("package-parcels.notLoaded"),
            description: apiErrorMessage(query.error, t("common.noDataLost")),
          }}
          lines={3}
          label={t("package-parcels.loading")}
        />
      ) : (
        <Stack gap="md">
          {data.items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("package-parcels.none")}
            </Text>
          ) : (
            <ParcelLines>
              {data.items.map((parcel) => (
                <Parcel key={parcel.id} parcel={parcel} isOpen={isOpen} />
              ))}
            </ParcelLines>
          )}
          {isOpen ? (
            <Group gap="sm">
              <Button variant="default" size="sm" onClick={() => show("merge")}>
                {t("package-parcels.merge")}
              </Button>
              {movable.length > 1 ? (
                <Button variant="default" size="sm" onClick={() => show("split")}>
                  {t("package-parcels.split")}
                </Button>
              ) : null}
            </Group>
          ) : null}
        </Stack>
      )}
      <MergeDialog pkg={pkg} isOpen={open === "merge"} onClose={() => show(null)} />
      <SplitDialog
        pkg={pkg}
        parcels={movable}
        isOpen={open === "split"}
        onClose={() => show(null)}
      />
    </FoldableSection>
  );
}

function Choice(props: { pkg: Package; onClose: () => void }) {
  const { pkg, onClose } = props;
  const { packages, error } = useOpenPackages();
  const merging = useAction(useApi().packages.mergePackages.mutationOptions(), {
    place: "package",
    done: ({ isQuotaReturned }) => ({
      title: t("package-parcels.merge.done"),
      description: t(
        isQuotaReturned
          ? "package-parcels.merge.quotaReturned"
          : "package-parcels.merge.quotaUnchanged",
      ),
    }),
    showsErrorInPlace: true,
  });
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
  const confirm = async () => {
    setMissing(chosen === null);
    if (chosen === null) return;
    if (await merging.run({ packageId: pkg.id, fromPackageId: chosen })) onClose();
  };
  return (
    <Stack gap="lg">
      {merging.error === null ? null : (
        <FocusedAlert message={apiErrorMessage(merging.error, t("package-parcels.merge.failed"))} />
      )}
      <Text size="sm">
        {t("package-parcels.merge.text", {
          trackingNumber: packageName(pkg.number, pkg.trackingNumber),
        })}
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
      <DialogButtons
        label={t("package-parcels.merge.confirm")}
        isRunning={merging.isRunning}
        onCancel={onClose}
        onConfirm={() => void confirm()}
      />
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
