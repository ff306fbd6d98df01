import { Button, FileButton, Stack, Group } from "@mantine/core";
import { acceptedPhoto } from "#goods/web/accepted-files.ts";
import ImagePlus from "lucide-react/icons/image-plus";
import { useRef } from "react";
import { useApiClient } from "#goods/web/api.ts";
import { useDeletion } from "./use-deletion.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useUnloadWarning } from "#ui/web/leave-warning.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { acceptedFiles } from "#ui/web/chosen-files.tsx";
import { imageRules, maxImages, PackageImageGrid } from "./package-image-grid.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { showSkipped, useImageUpload } from "./save-package.ts";
import { SendingProgress } from "./sending-progress.tsx";
import type { OwnPackageDetails, PackageImage } from "#goods/contract/packages.ts";
import { changeObstacle, isEnded } from "#goods/rules/package-stage.ts";

/** Uploads images to a package that is saved already, at once when they are chosen. */
export function AddImages(props: { packageId: string; imagesCount: number }) {
  const { packageId, imagesCount } = props;
  const refetch = useRefetch();
  const { progress, upload } = useImageUpload();
  useUnloadWarning(progress !== null);
  const resetInput = useRef<() => void>(null);
  const add = async (files: readonly File[]) => {
    const { accepted, rejected: skipped } = await acceptedFiles(
      files,
      () => imagesCount,
      imageRules,
    );
    const { unsent, rejected } = await upload(packageId, accepted);
    // Allows choosing the same file again.
    resetInput.current?.();
    refetch();
    const failed = [...skipped, ...rejected, ...unsent];
    const stored = files.length - failed.length;
    if (stored > 0) {
      const title = t("package-details.imagesAdded", { count: stored });
      showToast({ title, kind: "success", place: "images" });
    }
    showSkipped(failed);
  };
  return (
    <Stack gap="sm" align="flex-start">
      <FileButton
        multiple
        accept={acceptedPhoto}
        resetRef={resetInput}
        onChange={(files) => void add(files)}
      >
        {(button) => (
          <Button
            {...button}
            variant="default"
            size="sm"
            loading={progress !== null}
            disabled={imagesCount >= maxImages}
            leftSection={<ImagePlus size={16} aria-hidden="true" />}
          >
            {imagesCount >= maxImages
              ? t("package-details.imagesMaximum", { maximum: maxImages })
              : t("package-details.addImages")}
          </Button>
        )}
      </FileButton>
      {progress === null ? null : <SendingProgress progress={progress} />}
    </Stack>
  );
}

/**
 * The images of an own package: more can be added until its journey ends, one's own deleted until it moves.
 * @param props.hasPhotos there are photos elsewhere, so that it does not say that there are none.
 */
export function OwnImages(props: { details: OwnPackageDetails; hasPhotos: boolean }) {
  const { package: pkg, images } = props.details;
  const client = useApiClient();
  const deletion = useDeletion(
    ({ id: imageId }: PackageImage) => client.packages.deleteOwnImage({ imageId }),
    {
      done: () => t("package-details.imageDeleted"),
      doneAlready: null,
      failed: t("toasts.imageNotDeleted.title"),
    },
  );
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
          loading={deletion.input?.id === image.id}
          aria-label={t("package-details.deleteNamed", { name: image.imageName })}
          onClick={() => void deletion.run(image)}
        >
          {t("common.delete")}
        </Button>
      ) : null}
    </Group>
  );
  return (
    <Stack gap="md">
      {images.length === 0 && props.hasPhotos ? null : (
        <PackageImageGrid images={images} {...(canDelete ? { actions } : {})} />
      )}
      {isEnded(pkg.status) ? null : <AddImages packageId={pkg.id} imagesCount={pkg.imagesCount} />}
    </Stack>
  );
}
