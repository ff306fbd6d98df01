// A QR code as staff are shown it, and the address that its picture holds.
import type { QrCode } from "#contract/admin-package-files.ts";
import type { AppServices } from "#server/context.ts";
import type { QrCodeRow } from "#server/db/tables/packages.ts";
import { fileAddress } from "#server/packages/image-link.ts";

/** What a camera reads. It names nothing but the code, and opens the package for staff alone. */
export function scannedAddress({ config }: Pick<AppServices, "config">, qrCodeId: string): string {
  return `${config.publicUrl}/scan/${qrCodeId}`;
}

/** The code with an address of its picture that expires. */
export function codeOnWire(services: Pick<AppServices, "config" | "now">, row: QrCodeRow): QrCode {
  return {
    id: row.id,
    packageId: row.packageId,
    legNumber: row.legNumber,
    imageUrl: fileAddress(services, row.id, "code"),
    createdAt: row.createdAt.toISOString(),
  };
}
