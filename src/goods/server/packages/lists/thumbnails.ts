import type { AppServices } from "#platform/server/context.ts";
import { fileUrl } from "#platform/server/packages/files/file-link.ts";

/** Replaces the id of each package's first image with the address of its thumbnail, which expires. */
export function withThumbnails<Item extends { readonly firstImageId: string | null }>(
  services: Pick<AppServices, "config" | "now">,
  items: readonly Item[],
): (Omit<Item, "firstImageId"> & { thumbnailUrl: string | null })[] {
  return items.map(({ firstImageId, ...item }) => ({
    ...item,
    thumbnailUrl: firstImageId === null ? null : fileUrl(services, firstImageId, "thumbnail"),
  }));
}
