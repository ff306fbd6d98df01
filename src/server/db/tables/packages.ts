// Row types of the tables about packages.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";
import type { PackageEvent } from "#contract/packages.ts";
import type { LegStatus, PackageStatus } from "#core/package-status.ts";

type PackagesTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  tracking_number: string;
  origin: string;
  destination: string;
  description: string | null;
  estimated_weight_grams: number | null;
  final_weight_grams: Generated<number | null>;
  images_count: Generated<number>;
  status: Generated<PackageStatus>;
  /** Set exactly while the status is delivered. */
  delivered_at: Generated<Date | null>;
  request_key: ColumnType<string, string, never>;
  /** Tells whether a repeated request asks for the same. */
  request_hash: ColumnType<Buffer, Buffer, never>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
};

type ShippingLegsTable = {
  id: Generated<string>;
  package_id: ColumnType<string, string, never>;
  leg_number: ColumnType<number, number, never>;
  origin: string;
  destination: string;
  carrier: string | null;
  tracking_number: string | null;
  estimated_departure: Date | null;
  estimated_arrival: Date | null;
  notes: string | null;
  status: Generated<LegStatus>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
};

type PackageImagesTable = {
  id: Generated<string>;
  package_id: ColumnType<string, string, never>;
  image_name: string;
  /** Key in the file store, and so is the thumbnail's. */
  image_url: string;
  thumbnail_url: string;
  /** Bytes. */
  file_size: number;
  content_type: string;
  uploaded_by: ColumnType<string, string, never>;
  created_at: ColumnType<Date, Date, never>;
};

type QrCodesTable = {
  id: Generated<string>;
  package_id: ColumnType<string, string, never>;
  leg_number: ColumnType<number, number, never>;
  /** Key in the file store. */
  path: ColumnType<string, string, never>;
  created_by: ColumnType<string, string, never>;
  created_at: ColumnType<Date, Date, never>;
};

type PackageEventsTable = {
  id: GeneratedAlways<bigint>;
  package_id: ColumnType<string, string, never>;
  kind: ColumnType<
    PackageEvent["kind"] | "package_deleted",
    PackageEvent["kind"] | "package_deleted",
    never
  >;
  leg_number: ColumnType<number | null, number | null, never>;
  before: ColumnType<string | null, string | null, never>;
  after: ColumnType<string | null, string | null, never>;
  actor_id: ColumnType<string, string, never>;
  by_staff: ColumnType<boolean, boolean, never>;
  created_at: ColumnType<Date, Date, never>;
};

type PackageCountsTable = {
  status: PackageStatus;
  day: string;
  count: bigint;
};

export type PackagesTables = {
  packages: PackagesTable;
  shipping_legs: ShippingLegsTable;
  package_images: PackageImagesTable;
  qr_codes: QrCodesTable;
  package_events: PackageEventsTable;
  package_counts: PackageCountsTable;
};

/** A package, a leg, an image and a QR code as they are read. */
export type PackageRow = Selectable<PackagesTable>;
export type ShippingLegRow = Selectable<ShippingLegsTable>;
export type PackageImageRow = Selectable<PackageImagesTable>;
export type QrCodeRow = Selectable<QrCodesTable>;
