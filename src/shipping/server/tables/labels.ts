import type {
  CarrierWeightState,
  LeftBehindReason,
  ManifestPackageState,
  ManifestState,
} from "#shipping/rules/manifest.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { LabelFileColumn } from "#shipping/rules/label-file.ts";
import type { NumberRangeKind } from "#shipping/rules/number-range.ts";
import type {
  LabelContent,
  LabelNumberSource,
  ShippingLabelState,
} from "#shipping/rules/shipping-label.ts";
import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

type Fixed<Value> = ColumnType<Value, Value, never>;

type NumberRangesTable = {
  id: Generated<string>;
  serviceCode: Fixed<string>;
  kind: Fixed<NumberRangeKind>;
  prefix: ColumnType<string | null, string | null, never>;
  countryCode: ColumnType<CountryCode | null, CountryCode | null, never>;
  firstSerial: ColumnType<number | null, number | null, never>;
  lastSerial: ColumnType<number | null, number | null, never>;
  nextSerial: number | null;
  source: Fixed<string>;
  isActive: Generated<boolean>;
  createdBy: Fixed<string>;
  createdAt: Fixed<Date>;
  updatedAt: Date;
};

type RangeNumbersTable = {
  rangeId: Fixed<string>;
  position: Fixed<number>;
  trackingNumber: Fixed<string>;
  usedAt: Generated<Date | null>;
};

type LabelsTable = {
  id: Generated<string>;
  shipRequestId: Fixed<string>;
  serviceId: Fixed<string>;
  carrierCode: Fixed<string>;
  numberSource: Fixed<LabelNumberSource>;
  rangeId: ColumnType<string | null, string | null, never>;
  trackingNumber: Fixed<string>;
  /** null: erased with the account. */
  content: ColumnType<LabelContent | null, string, null>;
  state: ShippingLabelState;
  createdBy: Fixed<string>;
  createdAt: Fixed<Date>;
  voidedBy: Generated<string | null>;
  voidedAt: Generated<Date | null>;
  voidReason: Generated<string>;
};

type LabelFileSettingsTable = {
  carrierCode: Fixed<string>;
  columns: ColumnType<readonly LabelFileColumn[], string, string>;
  updatedBy: string;
  updatedAt: Date;
};

type ManifestsTable = {
  id: Generated<string>;
  number: GeneratedAlways<bigint>;
  warehouseId: Fixed<string>;
  carrierCode: Fixed<string>;
  state: ManifestState;
  openedBy: Fixed<string>;
  openedAt: Fixed<Date>;
  closedBy: Generated<string | null>;
  closedAt: Generated<Date | null>;
  receiverName: Generated<string>;
  handedOverBy: Generated<string | null>;
  handOverStartedAt: Generated<Date | null>;
  handedOverAt: Generated<Date | null>;
};

type ManifestPackagesTable = {
  id: Generated<string>;
  manifestId: Fixed<string>;
  shipRequestId: Fixed<string>;
  labelId: Fixed<string>;
  position: Fixed<number>;
  state: ManifestPackageState;
  leftBehindReason: Generated<LeftBehindReason | null>;
  scannedBy: Fixed<string>;
  scannedAt: Fixed<Date>;
  handedOverAt: Generated<Date | null>;
  takenBackBy: Generated<string | null>;
  takenBackAt: Generated<Date | null>;
  takenBackReason: Generated<string>;
};

type CarrierWeightsTable = {
  shipRequestId: Fixed<string>;
  manifestId: string;
  weightGrams: number;
  packedGrams: number;
  state: CarrierWeightState;
  recordedBy: string;
  recordedAt: Date;
  settledBy: Generated<string | null>;
  settledAt: Generated<Date | null>;
  settledReason: Generated<string>;
};

export type LabelsTables = {
  numberRanges: NumberRangesTable;
  rangeNumbers: RangeNumbersTable;
  labels: LabelsTable;
  labelFileSettings: LabelFileSettingsTable;
  manifests: ManifestsTable;
  manifestPackages: ManifestPackagesTable;
  carrierWeights: CarrierWeightsTable;
};

export type LabelRow = Selectable<LabelsTable>;
export type ManifestRow = Selectable<ManifestsTable>;
export type CarrierWeightRow = Selectable<CarrierWeightsTable>;
export type ManifestPackageRow = Selectable<ManifestPackagesTable>;

declare module "#platform/server/db/tables.ts" {
  interface Tables extends LabelsTables {}
}

/** What rows have of a carrier's weight: null where none was recorded, and the newest photo of the box on our scale. */
export type WeightColumns = {
  readonly carrierGrams: number | null;
  readonly comparedGrams: number | null;
  readonly weightState: CarrierWeightState | null;
  readonly settledReason: string | null;
  readonly scalePhotoId: string | null;
};

declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly manifest: "signature";
  }
}
