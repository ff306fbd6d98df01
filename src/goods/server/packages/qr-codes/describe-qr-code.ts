// A QR code as the API returns it, and the address that its picture encodes.
import type { QrCode } from "#goods/contract/admin-package-files.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { QrCodeRow } from "#goods/server/tables/packages.ts";
import { fileUrl } from "#platform/server/packages/files/file-link.ts";

/** The address that a camera reads. It holds nothing but the id, and opens the package for admins only. */
export function scanUrl({ config }: Pick<AppServices, "config">, qrCodeId: string): string {
  return `${config.publicUrl}/scan/${qrCodeId}`;
}

/** The code with an address of its picture that expires. */
export function toQrCode(services: Pick<AppServices, "config" | "now">, row: QrCodeRow): QrCode {
  return {
    id: row.id,
    packageId: row.packageId,
    legNumber: row.legNumber,
    imageUrl: fileUrl(services, row.id, "code"),
    createdAt: row.createdAt.toISOString(),
  };
}
