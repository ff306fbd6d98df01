// An image process that never comes to an end with what begins with a zero, and dies of what begins with a one.
import workerpool from "workerpool";

workerpool.worker({
  drawImage([first]: Uint8Array) {
    if (first === 1) process.kill(process.pid, "SIGKILL");
    while (first === 0);
    return { ok: true, process: process.pid };
  },
});
