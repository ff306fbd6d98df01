import { useQuery } from "@tanstack/react-query";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { ParcelLine, ParcelLines } from "#goods/web/parcels/parcel-lines.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { Code, Moment } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import Trash2 from "lucide-react/icons/trash-2";
import { useMayUse } from "#ui/web/permissions.ts";
import type { PackageImage, Shipment, ShipmentEvent } from "#goods/contract/packages.ts";
import { AddImages } from "#goods/web/packages/add-images.tsx";
import { PackageImageGrid } from "#goods/web/packages/package-image-grid.tsx";
import { saveFile } from "#ui/web/save-file.ts";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { DialogSection } from "#ui/web/dialog.tsx";
import { IconAction } from "#ui/web/admin/icon-action.tsx";
import type { Confirmation } from "#ui/web/confirm-dialog.tsx";
import { useDeletion } from "#goods/web/packages/use-deletion.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { eventText } from "#goods/web/packages/package-event-list.tsx";
import classes from "./shipments.module.css";

/** The parcels that a package gathers; only the customer moves them. */
export function ShipmentParcels(props: { packageId: string }) {
  const query = useQuery(
    useApi().inboundParcels.listShipmentParcels.queryOptions({
      input: { packageId: props.packageId },
    }),
  );
  if (query.data === undefined) {
    const failure = { title: t("admin-shipment-details.parcelsNotLoaded") };
    return <NotLoaded query={query} failure={failure} lines={2} />;
  }
  return (
    <ParcelLines>
      {query.data.items.map((parcel) => (
        <ParcelLine key={parcel.id} parcel={parcel} number={<Code>{parcelName(parcel)}</Code>} />
      ))}
    </ParcelLines>
  );
}

async function download(image: PackageImage): Promise<void> {
  hideToast("images");
  try {
    await saveFile(image.imageUrl, image.imageName);
  } catch {
    showToast({
      ...toastText("imageNotDownloaded"),
      description: t("toasts.unexpected.description"),
      kind: "destructive",
      place: "images",
    });
  }
}

function Actions(props: { image: PackageImage; onDelete: () => void }) {
  const { image } = props;
  const mayDelete = useMayUse("packageChanges");
  return (
    <Group gap={6} mt={6}>
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={image.imageUrl}
        target="_blank"
        rel="noopener"
        aria-label={t("admin-shipment-details.viewInNewTab", { name: image.imageName })}
        leftSection={<ExternalLink size={14} aria-hidden="true" />}
      >
        {t("common.view")}
      </Button>
      <IconAction
        hint={t("common.download")}
        label={t("admin-shipment-details.downloadOf", { name: image.imageName })}
        icon={<Download size={14} aria-hidden="true" />}
        action={{ onClick: () => void download(image) }}
      />
      {mayDelete ? (
        <IconAction
          hint={t("common.delete")}
          label={t("admin-shipments.deleteOf", { name: image.imageName })}
          icon={<Trash2 size={14} aria-hidden="true" />}
          action={{ onClick: props.onDelete }}
        />
      ) : null}
    </Group>
  );
}

function Unavailable() {
  return (
    <>
      <strong>{t("sentences.imageUnavailable")}</strong>
      <span>{t("sentences.imageOpensElsewhere")}</span>
      <span>{t("sentences.imagePermissions")}</span>
    </>
  );
}

/** @param props.onConfirm opens a confirmation dialog above the dialog of the package. */
export function ShipmentImages(props: {
  pkg: Shipment;
  images: readonly PackageImage[];
  onConfirm: (confirmation: Confirmation) => void;
}) {
  const { pkg, images, onConfirm } = props;
  const mayAdd = useMayUse("packageImages");
  const client = useApiClient();
  const { run } = useDeletion(
    ({ id: imageId }: PackageImage) => client.packages.deleteImage({ imageId }),
    {
      done: () => t("admin-shipment-details.imageDeleted"),
      doneAlready: t("admin-shipment-details.imageDeletedAlready"),
      failed: t("toasts.imageNotDeleted.title"),
    },
  );
  const confirmDeletion = (image: PackageImage) =>
    onConfirm({
      title: t("admin-shipment-details.deleteImage.title"),
      body: t("admin-shipment-details.deleteImage.body", { name: image.imageName }),
      confirmLabel: t("admin-shipment-details.deleteImage.submit"),
      onConfirm: () => run(image),
    });
  return (
    <DialogSection
      title={
        images.length > 0
          ? t("admin-shipment-details.imagesCount", { count: images.length })
          : t("admin-shipment-details.images")
      }
    >
      <Stack gap="md">
        <PackageImageGrid
          images={images}
          unavailable={<Unavailable />}
          actions={(image) => <Actions image={image} onDelete={() => confirmDeletion(image)} />}
        />
        {mayAdd ? <AddImages packageId={pkg.id} imagesCount={pkg.imagesCount} /> : null}
      </Stack>
    </DialogSection>
  );
}

function actorOf({ byCarrier, byStaff, actorEmail }: ShipmentEvent): string {
  if (byCarrier) return t("admin-shipment-details.carrier");
  return byStaff ? (actorEmail ?? t("admin-shipment-details.staff")) : t("common.customer");
}

/** @param props.events oldest first, shown newest first. */
export function PackageHistory(props: { events: readonly ShipmentEvent[] }) {
  const { items } = useCarriers();
  if (props.events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-shipment-details.noHistory")}
      </Text>
    );
  }
  return (
    <ol className={`plain-list ${classes["historyEvents"]}`} reversed>
      {props.events.toReversed().map((event) => (
        <li key={event.id} className={classes["historyEvent"]}>
          <span className={classes["historyWhat"]}>{eventText(event, items)}</span>
          <span className={classes["historyWhen"]}>
            <span>{actorOf(event)}</span>
            <span> · </span>
            <Moment at={event.createdAt} withTime />
          </span>
        </li>
      ))}
    </ol>
  );
}
