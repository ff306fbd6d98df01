// The entry point of a child process that draws images and joins PDFs, one after another.
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import workerpool from "workerpool";
import { drawImage } from "./draw-image.ts";
import { imageLimits } from "./image-limits.ts";
import { joinPdfs } from "./join-pdfs.ts";

const memoryCheckIntervalMilliseconds = 50;

/** An ordinary exit would wait for the libraries' threads. */
function killSelf(): void {
  process.kill(process.pid, "SIGKILL");
}

// Requests to the server have priority; threads that are started later inherit this.
setPriority(10);
try {
  // When memory runs out, the kernel kills this process before the server and its database.
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Only Linux has this file.
}

process.prependListener("disconnect", killSelf);
setInterval(() => {
  if (process.memoryUsage.rss() > imageLimits.maximumProcessBytes) killSelf();
}, memoryCheckIntervalMilliseconds).unref();

const { default: sharp } = await import("sharp");
// The same image is hardly ever sent twice.
sharp.cache(false);

workerpool.worker({ drawImage, joinPdfs });
