// The decoder for browsers without an own barcode detector. Its WebAssembly file comes from our origin.
import { BarcodeDetector, prepareZXingModule, type BarcodeFormat } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) =>
      path.endsWith(".wasm") ? wasmUrl : prefix + path,
  },
});

export function createDecoder(formats: BarcodeFormat[]): BarcodeDetector {
  return new BarcodeDetector({ formats });
}
