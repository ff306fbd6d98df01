/**
 * The desks of the warehouse. Each is a document of its own: its headers allow the camera, scales and printers, which no
 * other page may use, and it opens without a network.
 */
export const deskPages = [
  "/admin/dashboard/receiving",
  "/admin/dashboard/stocktake",
  "/admin/dashboard/packing",
  "/admin/dashboard/manifests",
] as const;
export type DeskPage = (typeof deskPages)[number];

/** The desk at `pathname`, if any. */
export function findDeskPage(pathname: string): DeskPage | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  return deskPages.find((page) => page === path);
}
