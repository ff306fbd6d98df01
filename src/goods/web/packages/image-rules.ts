import type { FileRules } from "#ui/web/chosen-files.ts";
import { t } from "./details-messages.ts";

export const maxImages = 10;

/** The largest image as text. */
export const maxImageSize = "10 MB";

/** An image that is not uploaded, and why. */
export type SkippedImage = { readonly name: string; readonly reason: string };

export const imageRules: FileRules = {
  most: maxImages,
  mostBytes: 10 * 1024 * 1024,
  takesPdf: false,
  wrongKind: () => t("package-details.image.notAnImage"),
  empty: () => t("package-details.image.empty"),
  tooLarge: () => t("package-details.image.tooLarge", { size: maxImageSize }),
  tooMany: () => t("package-details.image.tooMany", { maximum: maxImages }),
};
