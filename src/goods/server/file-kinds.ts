import type { ParcelImageKind } from "#goods/rules/receiving.ts";

declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly package: "image";
    readonly leg: "qr_code";
    readonly inbound_parcel: ParcelImageKind;
    readonly parcel_claim: "proof";
    readonly goods_proof: "proof";
  }
}
