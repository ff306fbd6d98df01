import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Package } from "#goods/contract/packages.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { Code } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { useParcelMoves } from "./move-parcels.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelLine, ParcelLines } from "./parcel-lines.tsx";
import { parcelName } from "./parcel-texts.ts";
import { SplitDialog } from "./split-dialog.tsx";

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
            // A failure has shown a toast.
            onClick={() => void move([parcel.id], null).catch(() => undefined)}
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
export function PackageParcels(props: { pkg: Package; onCover: (isCovered: boolean) => void }) {
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
    <section aria-label={t("package-parcels.title")}>
      <Title order={3} size="h5" mb="sm">
        {t("package-parcels.title")}
      </Title>
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
    </section>
  );
}
