import type { PackingImageKind } from "#shipping/rules/ship-request.ts";

declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly ship_request: Exclude<PackingImageKind, "extra_service">;
    readonly extra_service_request: "extra_service";
    readonly manifest: "signature";
    readonly label: "carrier_label";
  }
}
