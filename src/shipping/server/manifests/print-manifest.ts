import { apiError } from "#platform/contract/errors.ts";
import { printableText } from "#platform/rules/latin-script.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { readCarrierNames } from "#catalogue/server/carriers/known-carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { manifestNumber } from "./describe-manifest.ts";
import { drawManifest, type PrintedManifest } from "./draw-manifest.ts";
import {
  findManifest,
  listDeclaredValues,
  listManifestItems,
  type CountedManifest,
} from "./manifest-queries.ts";
import { totalValueText, valueText } from "./manifest-values.ts";

type Input = { readonly manifestId: string; readonly timeZone: string; readonly locale: string };

const remarks = {
  listed: "",
  handed_over: "",
  left_behind: "left behind",
  taken_back: "taken back",
} as const;

async function printed(
  { db, files }: SignedInContext,
  manifest: CountedManifest,
  { timeZone }: Input,
): Promise<PrintedManifest> {
  const { id, carrierCode, signatureUrl, closedAt, handedOverAt } = manifest;
  const moment = (at: Date) =>
    // Its words are in English, since the fonts have Latin letters alone.
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
      at,
    );
  const values = await listDeclaredValues(db, id);
  const valuesOf = Map.groupBy(values, ({ shipRequestId }) => shipRequestId);
  const names = await readCarrierNames(db, [carrierCode]);
  const items = await listManifestItems(db, id);
  return {
    number: manifestNumber(manifest),
    carrierName: printableText(names.get(carrierCode) ?? carrierCode) ?? carrierCode,
    warehouse: manifest.warehouseCode,
    closedOn: closedAt === null ? "" : moment(closedAt),
    handedOverOn: handedOverAt === null ? null : moment(handedOverAt),
    receiverName: printableText(manifest.receiverName) ?? "",
    signature: signatureUrl === null ? null : await files.get(signatureUrl),
    totalValue: totalValueText(values),
    packages: items.toReversed().map((item) => ({
      trackingNumber: item.trackingNumber,
      reference: shipRequestReference(item.number),
      countryCode: item.countryCode,
      weightGrams: item.weightGrams ?? 0,
      values: (valuesOf.get(item.shipRequestId) ?? []).map((value) => valueText([value])),
      remark: remarks[item.state],
    })),
  };
}

/**
 * The list of a closed manifest as PDF, with the signature once it is handed over. Throws `not_found`, `conflict` while it
 * is open, and `busy` while too many are drawn.
 */
export async function printManifest(context: SignedInContext, input: Input): Promise<File> {
  const { db, queues, session } = context;
  const manifest = await findManifest(db, input.manifestId);
  if (manifest === undefined) throw apiError("not_found");
  if (manifest.state === "open") throw apiError("conflict");
  const content = await printed(context, manifest, input);
  const bytes = await queues.drawings.run(session.person.id, () => drawManifest(content));
  return new File([bytes], `manifest-${content.number}.pdf`, { type: "application/pdf" });
}
