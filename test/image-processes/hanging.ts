// A fake image process: it hangs when the first byte is 0 and dies when it is 1.
import workerpool from "workerpool";

workerpool.worker({
  drawImage([first]: Uint8Array) {
    if (first === 1) process.kill(process.pid, "SIGKILL");
    while (first === 0);
    return { ok: true, process: process.pid };
  },
});
