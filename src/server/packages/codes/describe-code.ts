// A QR code as staff are shown it, and the address that its picture holds.
import type { QrCode } from "#contract/office-package-files.ts";
import type { Parts } from "#server/context.ts";
import type { QrCodeRow } from "#server/db/tables/packages.ts";
import { fileAddress } from "#server/packages/image-link.ts";

/** What a camera reads. It names nothing but the code, and opens the package for staff alone. */
export function scannedAddress({ config }: Pick<Parts, "config">, qrCodeId: string): string {
  return `${config.publicUrl}/scan/${qrCodeId}`;
}

/** The code with an address of its picture that expires. */
export function codeOnWire(parts: Pick<Parts, "config" | "now">, row: QrCodeRow): QrCode {
  return {
    id: row.id,
    packageId: row.package_id,
    legNumber: row.leg_number,
    imageUrl: fileAddress(parts, row.id, "code"),
    createdAt: row.created_at.toISOString(),
  };
}
