import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnPackageDetails, PackageImage } from "#goods/contract/packages.ts";
import { changeObstacle, isEnded } from "#goods/rules/package-change.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { AddImages } from "./add-images.tsx";
import { t } from "./details-messages.ts";
import { PackageImageGrid } from "./package-image-grid.tsx";

function useOwnImageDeletion() {
  const api = useApi();
  const queryClient = useQueryClient();
  const deletion = useMutation(
    api.packages.deleteOwnImage.mutationOptions({
      onSuccess: () =>
        showToast({ title: t("package-details.imageDeleted"), kind: "success", place: "images" }),
      onError: (error) => {
        if (apiErrorCode(error) === "not_found") return;
        showToast({
          title: t("toasts.imageNotDeleted.title"),
          description: apiErrorMessage(error, t("toasts.unexpected.description")),
          kind: "destructive",
          place: "images",
        });
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.packages.key() }),
    }),
  );
  return deletion;
}

/** The images of an own package: more can be added until its journey ends, one's own deleted until it moves. */
export function OwnImages(props: { details: OwnPackageDetails }) {
  const { package: pkg, images } = props.details;
  const deletion = useOwnImageDeletion();
  const canDelete = changeObstacle(pkg) === null;
  const actions = (image: PackageImage) => (
    <Group gap={6} mt={6}>
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={image.imageUrl}
        target="_blank"
        rel="noopener"
        aria-label={t("package-details.openNamed", { name: image.imageName })}
      >
        {t("package-details.open")}
      </Button>
      {image.isOwn ? (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          loading={deletion.isPending && deletion.variables.imageId === image.id}
          aria-label={t("package-details.deleteNamed", { name: image.imageName })}
          onClick={() => deletion.mutate({ imageId: image.id })}
        >
          {t("common.delete")}
        </Button>
      ) : null}
    </Group>
  );
  return (
    <Stack gap="md">
      <PackageImageGrid images={images} {...(canDelete ? { actions } : {})} />
      {isEnded(pkg.status) ? null : <AddImages packageId={pkg.id} imagesCount={pkg.imagesCount} />}
    </Stack>
  );
}
