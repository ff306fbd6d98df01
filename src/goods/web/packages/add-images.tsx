import { Button, FileButton, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import ImagePlus from "lucide-react/icons/image-plus";
import { useRef } from "react";
import { useApi } from "#goods/web/api.ts";
import { useUnloadWarning } from "#ui/web/leave-warning.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { acceptedFiles } from "#ui/web/chosen-files.ts";
import { imageRules, maxImages } from "./image-rules.ts";
import { t } from "./details-messages.ts";
import { showSkipped, useImageUpload } from "./save-package.ts";
import { SendingProgress } from "./sending-progress.tsx";

/** Uploads images to a package that is saved already, at once when they are chosen. */
export function AddImages(props: { packageId: string; imagesCount: number }) {
  const { packageId, imagesCount } = props;
  const api = useApi();
  const queryClient = useQueryClient();
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
    void queryClient.invalidateQueries({ queryKey: api.packages.key() });
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
        accept="image/*,.heic,.heif"
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
