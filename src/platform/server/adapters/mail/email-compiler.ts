import { fileURLToPath } from "node:url";
import workerpool from "workerpool";
import { openIdlePool } from "#platform/server/adapters/idle-pool.ts";

export type CompiledEmail = {
  readonly html: string;
  /** Sentences that say what is wrong with the MJML. */
  readonly errors: readonly string[];
};

const script = fileURLToPath(new URL("./email-thread.ts", import.meta.url));
const maximumSeconds = 30;
const idleSeconds = 60;

const thread = openIdlePool(
  () =>
    workerpool.pool(script, {
      workerType: "thread",
      maxWorkers: 1,
      workerThreadOpts: { execArgv: [] },
    }),
  idleSeconds,
);

/** Ends the thread, busy or not; the next email starts another. It keeps a process from ending. */
export async function closeEmailCompiler(): Promise<void> {
  await thread.end();
}

/**
 * Compiles MJML in a thread of its own: it takes some 10 ms of processor time, and a second for the first, in which nothing
 * else would be answered. The thread ends when no email was compiled for a minute. Throws when it takes over 30 s or the
 * thread dies.
 */
export async function compileEmail(mjml: string): Promise<CompiledEmail> {
  const compiled: unknown = await thread.use(
    async (pool) => await pool.exec("compile", [mjml]).timeout(maximumSeconds * 1000),
  );
  return compiled as CompiledEmail;
}
