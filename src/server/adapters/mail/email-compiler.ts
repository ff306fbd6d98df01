import { fileURLToPath } from "node:url";
import workerpool, { type Pool } from "workerpool";

export type CompiledEmail = {
  readonly html: string;
  /** Sentences that say what is wrong with the MJML. */
  readonly errors: readonly string[];
};

const script = fileURLToPath(new URL("./email-thread.ts", import.meta.url));
const maximumSeconds = 30;
const idleSeconds = 60;

let pool: Pool | null = null;
let activeCount = 0;
let idle: NodeJS.Timeout | undefined;

/** Ends the thread, busy or not; the next email starts another. It keeps a process from ending. */
export async function closeEmailCompiler(): Promise<void> {
  clearTimeout(idle);
  const ended = pool;
  pool = null;
  await ended?.terminate(true);
}

/**
 * Compiles MJML in a thread of its own: it takes some 10 ms of processor time, and a second for the first, in which nothing
 * else would be answered. The thread ends when no email was compiled for a minute. Throws when it takes over 30 s or the
 * thread dies.
 */
export async function compileEmail(mjml: string): Promise<CompiledEmail> {
  clearTimeout(idle);
  pool ??= workerpool.pool(script, {
    workerType: "thread",
    maxWorkers: 1,
    workerThreadOpts: { execArgv: [] },
  });
  activeCount += 1;
  try {
    const compiled: unknown = await pool.exec("compile", [mjml]).timeout(maximumSeconds * 1_000);
    return compiled as CompiledEmail;
  } finally {
    activeCount -= 1;
    if (activeCount === 0) {
      idle = setTimeout(() => void closeEmailCompiler(), idleSeconds * 1_000).unref();
    }
  }
}
