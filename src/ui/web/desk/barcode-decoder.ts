// The decoder for browsers without an own barcode detector. Its WebAssembly file comes from our origin.
import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import { barcodeFormats, type Detector } from "./barcode-reader.ts";

prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) =>
      path.endsWith(".wasm") ? wasmUrl : prefix + path,
  },
});

export function createDecoder(): Detector {
  return new BarcodeDetector({ formats: [...barcodeFormats] });
}
