import { Worker } from "node:worker_threads";

/**
 * What a script answers to `task` in a thread of its own, which leaves this one able to end it or to notice that memory runs
 * out. Where it takes more than `seconds`, throws or runs out of memory, the result is `failed`.
 */
export async function runInWorker<Result>(
  script: URL,
  task: unknown,
  seconds: number,
  failed: Result,
): Promise<Result> {
  // Keeps what libraries print about unreadable files out of the server's log.
  const captured = { stdout: true, stderr: true };
  const worker = new Worker(script, { workerData: task, ...captured });
  const { promise, resolve } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => resolve(failed), seconds * 1000);
  worker.once("message", resolve);
  worker.once("error", () => resolve(failed));
  worker.once("exit", () => resolve(failed));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
