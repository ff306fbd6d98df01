// A process that draws pictures, one after the other, for the server that started it.
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import workerpool from "workerpool";
import { drawImage } from "./draw-image.ts";
import { imageLimits } from "./image-limits.ts";

const checkEveryMilliseconds = 50;

/** At once, whatever the libraries' own threads are doing; an ordinary exit would wait for them. */
function endAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}

// Pages and sign-ins go first; threads that are started later inherit it.
setPriority(10);
try {
  // Where the machine's memory ends, this process goes before the server and its database.
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Other systems have no such file.
}

process.prependListener("disconnect", endAtOnce);
setInterval(() => {
  if (process.memoryUsage.rss() > imageLimits.maximumProcessBytes) endAtOnce();
}, checkEveryMilliseconds).unref();

const { default: sharp } = await import("sharp");
// Nobody sends the same picture twice.
sharp.cache(false);

workerpool.worker({ drawImage });
