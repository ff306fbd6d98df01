// PDFs that people send, honest and hostile, in the processes that read them.
import { constants, deflateRawSync } from "node:zlib";
import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { afterAll, describe, expect, test } from "vitest";
import { carrierPdf } from "#test/carrier-labels.ts";
import { isLongRun } from "#test/long-run.ts";
import { openImageProcesses } from "./image-processes.ts";
import { joinPages } from "./join-pages.ts";

const processes = openImageProcesses();
afterAll(() => processes.close());

const maximumPages = 4;
const join = async (...pdfs: readonly Uint8Array[]) =>
  await processes.joinPdfs({ pdfs, maximumPages });

/** Without the processes, each of whose workers loads the library anew. */
async function joinHere(...pdfs: readonly Uint8Array[]) {
  return await joinPages({ pdfs, maximumPages }).catch(() => null);
}

async function joined(...pdfs: readonly Uint8Array[]): Promise<PDFDocument> {
  const bytes = await joinHere(...pdfs);
  if (bytes === null) throw new Error("It was refused.");
  return await PDFDocument.load(bytes, { updateMetadata: false });
}

/** A PDF of these objects, the first of which is its catalog. */
function pdfOf(...objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    Buffer.from(object),
    Buffer.from("\nendobj\n"),
  ]);
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`;
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...parts, Buffer.from(trailer)]);
}

const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const pages = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R >>";
const contents = "<< /Length 7 >>\nstream\n0 0 m h\nendstream";

describe("PDFs", () => {
  test("are joined in their order with the sizes of their pages, the same each time", async () => {
    const [one, two] = [await carrierPdf({ pages: 1 }), await carrierPdf({ pages: 4 })];
    const bytes = await join(two, one);
    const document = await PDFDocument.load(bytes ?? "", { updateMetadata: false });
    expect(document.getPages().map((each) => Object.values(each.getSize()))).toEqual(
      Array.from({ length: 5 }, () => [288, 432]),
    );
    expect(await joinHere(two, one)).toEqual(bytes);
  });

  test("keep what is printed, and neither scripts nor forms", async () => {
    const script = "app.alert('opened')";
    const sent = await carrierPdf({ filledIn: "RA123456785HK", script });
    expect(Buffer.from(sent).toString("latin1")).toContain("JavaScript");
    const document = await joined(sent);
    const [only] = document.getPages();
    const entries = only?.node.keys().map((key) => key.decodeText());
    expect(entries?.toSorted()).toEqual(["Contents", "MediaBox", "Parent", "Resources", "Type"]);
    // The field is drawn as a picture of the page.
    const drawn = only?.node.Resources()?.lookup(PDFName.of("XObject"), PDFDict);
    expect(drawn?.keys()).toHaveLength(1);
    expect(document.catalog.keys().map((key) => key.decodeText())).toEqual(["Type", "Pages"]);
    const objects = document.context.enumerateIndirectObjects().map(String).join("\n");
    expect(objects).not.toMatch(/JavaScript|\/JS|Annot|AcroForm/);
  });

  test("with a broken table of their objects are read all the same", async () => {
    expect((await joined(pdfOf(catalog, pages("3 0 R", 1), page, contents))).getPageCount()).toBe(
      1,
    );
  });
});

describe("are refused", () => {
  test.each([
    ["without a page", () => pdfOf(catalog, pages("", 0))],
    ["that are no PDF after the first bytes", () => Buffer.from("%PDF-1.7\nnothing")],
    ["without what their page draws", () => pdfOf(catalog, pages("3 0 R", 1), page)],
    ["whose tree of pages leads back to itself", () => pdfOf(catalog, pages("2 0 R", 1))],
    [
      "of 10,000 pages that say they are one",
      () => pdfOf(catalog, pages("3 0 R ".repeat(10_000), 1), page, contents),
    ],
    [
      "nested 200,000 times",
      () => pdfOf(catalog, pages("3 0 R", 1), "[".repeat(200_000) + "]".repeat(200_000), contents),
    ],
  ])("those %s", async (_name, pdf) => {
    expect(await joinHere(pdf())).toBeNull();
  });

  test("those with a password, with five pages, and those that were cut off", async () => {
    expect(await joinHere(await carrierPdf({ password: "secret" }))).toBeNull();
    expect(await joinHere(await carrierPdf({ pages: 5 }))).toBeNull();
    const whole = await carrierPdf();
    expect(await join(whole.subarray(0, whole.length / 3))).toBeNull();
  });

  test.runIf(isLongRun)(
    "those that unpack to 3 GB, and the next one is read",
    async () => {
      const block = deflateRawSync(Buffer.alloc(64 * 1024 * 1024), {
        finishFlush: constants.Z_FULL_FLUSH,
      });
      const packed = Buffer.concat([
        Buffer.from([0x78, 0x9c]),
        ...Array.from({ length: 48 }, () => block),
      ]);
      expect(packed.length).toBeLessThan(5 * 1024 * 1024);
      const bomb = Buffer.concat([
        Buffer.from(
          `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
        ),
        packed,
        Buffer.from("\nendstream"),
      ]);
      const before = process.memoryUsage().rss;
      expect(await join(pdfOf(catalog, pages("3 0 R", 1), page, contents, bomb))).toBeNull();
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
      expect(await join(await carrierPdf())).not.toBeNull();
    },
    60_000,
  );

  test("those whose pages never end, after the time that one may take", async () => {
    const impatient = openImageProcesses({ maximumSeconds: 1 });
    const levels = Array.from({ length: 12 }, (_, level) =>
      pages(`${level + 3} 0 R `.repeat(10), 10),
    );
    const startedAt = Date.now();
    const pdfs = [pdfOf(catalog, ...levels, page, contents)];
    expect(await impatient.joinPdfs({ pdfs, maximumPages })).toBeNull();
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await impatient.close();
  }, 20_000);
});
