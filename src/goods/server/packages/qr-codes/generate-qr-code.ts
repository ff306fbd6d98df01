import { randomUUID } from "node:crypto";
import type { QrCode } from "#goods/contract/admin-package-files.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { QrCodeRow } from "#goods/server/tables/packages.ts";
import { drawQrCode } from "#platform/server/adapters/files/draw-qr-code.ts";
import { toQrCode, scanUrl } from "./describe-qr-code.ts";
import { insertCode, listCodes } from "./qr-code-queries.ts";
import { newQrCodeKey } from "#platform/server/packages/files/file-keys.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import { lockAnyPackage } from "#goods/server/packages/change-own-package.ts";
import { findShipment } from "#goods/server/packages/package-queries.ts";

type LegOfPackage = { readonly packageId: string; readonly legNumber: number };

function requireLeg(pkg: Shipment | undefined, legNumber: number): asserts pkg {
  const leg = pkg?.legs.find((one) => one.legNumber === legNumber);
  if (leg === undefined) throw apiError("not_found");
}

async function findCodeOfLeg(db: Db, target: LegOfPackage): Promise<QrCodeRow | undefined> {
  const codes = await listCodes(db, target.packageId);
  return codes.find((code) => code.legNumber === target.legNumber);
}

/** Inserts the row; returns undefined when the leg got a code meanwhile. */
async function saveCode(
  context: SignedInContext,
  target: LegOfPackage,
  file: { readonly id: string; readonly path: string },
): Promise<QrCodeRow | undefined> {
  return await atomically(context.db, async (db) => {
    requireLeg(await lockAnyPackage(context, db, target.packageId), target.legNumber);
    if ((await findCodeOfLeg(db, target)) !== undefined) return undefined;
    const code = await insertCode(db, {
      ...file,
      packageId: target.packageId,
      legNumber: target.legNumber,
      createdBy: context.session.person.id,
      createdAt: context.now(),
    });
    await recordEvent(context, db, { ...target, kind: "qr_code_generated" });
    await recordAdminAction(context, db, {
      action: "packages.generateQrCode",
      target: target.packageId,
      after: { qrCodeId: code.id, legNumber: target.legNumber },
    });
    return code;
  });
}

/**
 * Returns the QR code of that leg, an address that opens the package for admins: the existing one, so that printed labels
 * stay valid, else a new one, stored as PNG. Throws `not_found`, and `busy` while too many codes are drawn.
 */
export async function generateQrCode(
  context: SignedInContext,
  input: LegOfPackage,
): Promise<QrCode> {
  const { db, files, now } = context;
  const pkg = await findShipment(db, input.packageId);
  requireLeg(pkg, input.legNumber);
  await context.actsOn(db, "package", pkg.userId);
  const existing = await findCodeOfLeg(db, input);
  if (existing !== undefined) return toQrCode(context, existing);

  const file = { id: randomUUID(), path: newQrCodeKey(input.packageId, now()) };
  const picture = await context.queues.drawings.run(context.session.person.id, () =>
    drawQrCode(scanUrl(context, file.id)),
  );
  await files.put(file.path, picture, "image/png");
  let saved: QrCodeRow | undefined;
  try {
    saved = await saveCode(context, input, file);
  } finally {
    // A file that cannot be removed now must not hide why the code was not stored; a job removes it later.
    if (saved === undefined) await files.remove(file.path).catch(() => undefined);
  }
  const code = saved ?? (await findCodeOfLeg(db, input));
  if (code === undefined) throw apiError("conflict");
  return toQrCode(context, code);
}
