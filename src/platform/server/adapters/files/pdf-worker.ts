// Reads PDFs outside the main thread, which stays able to end the worker or notice that memory runs out.
import { parentPort, workerData } from "node:worker_threads";
import { joinPages } from "./join-pages.ts";
import type { JoinedPdf, PdfTask } from "./join-pdfs.ts";

const result = await joinPages(workerData as PdfTask).catch((): JoinedPdf => null);
parentPort?.postMessage(result, result === null ? [] : [result.buffer]);
