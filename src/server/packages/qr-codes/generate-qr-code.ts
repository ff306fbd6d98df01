// Makes the QR code of a leg: a picture of an address that opens the package for staff.
import { randomUUID } from "node:crypto";
import type { QrCode } from "#contract/admin-package-files.ts";
import type { Shipment } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { QrCodeRow } from "#server/db/tables/packages.ts";
import { drawQrCode } from "#server/adapters/files/draw-qr-code.ts";
import { codeOnWire, scannedAddress } from "./describe-qr-code.ts";
import { insertCode, selectCodes } from "./qr-code-queries.ts";
import { newCodeKey } from "#server/packages/image-files.ts";
import { recordEvent, recordStaffAction } from "#server/packages/record-change.ts";
import { lockShipment, selectShipment } from "#server/packages/package-queries.ts";

type Wanted = { readonly packageId: string; readonly legNumber: number };

function requireLeg(shipment: Shipment | undefined, legNumber: number): void {
  const leg = shipment?.legs.find((one) => one.legNumber === legNumber);
  if (leg === undefined) throw apiError("not_found");
}

async function codeOfLeg(db: Db, wanted: Wanted): Promise<QrCodeRow | undefined> {
  const codes = await selectCodes(db, wanted.packageId);
  return codes.find((code) => code.legNumber === wanted.legNumber);
}

/** Saves the row; nothing comes back when the leg got its code meanwhile. */
async function saveCode(
  context: SignedInContext,
  wanted: Wanted,
  file: { readonly id: string; readonly path: string },
): Promise<QrCodeRow | undefined> {
  return await atomically(context.db, async (db) => {
    requireLeg(await lockShipment(db, wanted.packageId), wanted.legNumber);
    if ((await codeOfLeg(db, wanted)) !== undefined) return undefined;
    const code = await insertCode(db, {
      ...file,
      packageId: wanted.packageId,
      legNumber: wanted.legNumber,
      createdBy: context.session.person.id,
      createdAt: context.now(),
    });
    await recordEvent(context, db, { ...wanted, kind: "qr_code_generated" });
    await recordStaffAction(context, db, {
      action: "packages.generateQrCode",
      target: wanted.packageId,
      after: { qrCodeId: code.id, legNumber: wanted.legNumber },
    });
    return code;
  });
}

/**
 * The code of that leg: the one it has, so that labels in use stay good, else a new one, kept as PNG. Refuses with
 * `not_found` when there is no such package or leg, and with `busy` while too many are drawn.
 */
export async function generateQrCode(context: SignedInContext, input: Wanted): Promise<QrCode> {
  const { db, files, now } = context;
  requireLeg(await selectShipment(db, input.packageId), input.legNumber);
  const existing = await codeOfLeg(db, input);
  if (existing !== undefined) return codeOnWire(context, existing);

  const file = { id: randomUUID(), path: newCodeKey(input.packageId, now()) };
  const picture = await context.queues.drawings.run(context.session.person.id, () =>
    drawQrCode(scannedAddress(context, file.id)),
  );
  await files.put(file.path, picture, "image/png");
  let saved: QrCodeRow | undefined;
  try {
    saved = await saveCode(context, input, file);
  } finally {
    // Whatever cannot be removed just now must not hide why the code was not kept; it is swept away later.
    if (saved === undefined) await files.remove(file.path).catch(() => undefined);
  }
  const code = saved ?? (await codeOfLeg(db, input));
  if (code === undefined) throw apiError("conflict");
  return codeOnWire(context, code);
}
