import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import type {
  ExtraServiceRequestRow,
  ExtraServiceRow,
} from "#shipping/server/tables/ship-requests.ts";
import type { FileServices } from "#platform/server/packages/files/file-link.ts";
import { readImagesOfOrders } from "#shipping/server/ship-requests/packing/list-images.ts";
import { listParcelPlaces, listServices } from "./extra-service-queries.ts";
import type { OrderedExtraService } from "#goods/contract/ordered-extra-services.ts";

type Services = FileServices & { readonly language: Language };

type Described = { readonly row: ExtraServiceRequestRow; readonly service: ExtraServiceRow };

async function describe(services: Services, db: Db, rows: readonly ExtraServiceRequestRow[]) {
  const { language } = services;
  const known = new Map((await listServices(db)).map((service) => [service.code, service]));
  const images = await readImagesOfOrders(
    services,
    db,
    rows.map(({ id }) => id),
  );
  const described = rows.flatMap((row): Described[] => {
    const service = known.get(row.code);
    return service === undefined ? [] : [{ row, service }];
  });
  return described.map(({ row, service }) => ({
    service,
    priceCents: row.priceCents,
    shortfallCents: row.shortfallCents,
    fields: {
      id: row.id,
      code: row.code,
      name: service.names[language],
      per: service.per,
      inboundParcelId: row.inboundParcelId,
      packageId: row.packageId,
      shipRequestId: row.shipRequestId,
      quantity: row.quantity,
      state: row.state,
      dueAt: row.dueAt.toISOString(),
      resultText: row.resultText,
      images: images.get(row.id) ?? [],
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    },
  }));
}

/** Orders as their customer reads them. */
export async function describeOrders(
  services: Services,
  db: Db,
  rows: readonly ExtraServiceRequestRow[],
): Promise<OrderedExtraService[]> {
  const described = await describe(services, db, rows);
  return described.map(({ fields, priceCents, shortfallCents }) => ({
    ...fields,
    priceCents,
    shortfallCents,
  }));
}

/** Orders as staff read them: without money, with where a parcel lies. */
export async function describeWork(
  services: Services,
  db: Db,
  rows: readonly ExtraServiceRequestRow[],
): Promise<ExtraServiceWork[]> {
  const parcelIds = rows.flatMap(({ inboundParcelId }) => inboundParcelId ?? []);
  const places = new Map((await listParcelPlaces(db, parcelIds)).map((place) => [place.id, place]));
  const described = await describe(services, db, rows);
  return described.map(({ fields, service }) => {
    const place = places.get(fields.inboundParcelId ?? "");
    return {
      ...fields,
      needsImages: service.needsImages,
      canRefuse: service.canRefuse,
      labelCode: place?.labelCode ?? null,
      storageLocationCode: place?.storageLocationCode ?? null,
    };
  });
}
