// Asks an admin beside whom nobody can do it why they change something of their own, whatever screen they are on.
import { ORPCError } from "@orpc/client";

type Question = { readonly answer: (reason: string | null) => void };

let question: Question | null = null;
const listeners = new Set<() => void>();

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The question that waits for an answer, for the dialog that shows it. */
export function openQuestion(): Question | null {
  return question;
}

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function mayGiveReason(error: unknown): boolean {
  if (!(error instanceof ORPCError) || error.code !== "own_account") return false;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "mayGiveReason" in data;
}

/** The reason that was typed; null where nobody can be asked, or the question was closed. */
async function askOwnReason(): Promise<string | null> {
  if (listeners.size === 0 || question !== null) return null;
  return await new Promise((resolve) => {
    show({
      answer: (reason) => {
        show(null);
        resolve(reason);
      },
    });
  });
}

/**
 * Sends a request, and again with a reason where it is refused as one's own and nobody else can do it. Rejects with the
 * refusal where no reason is given.
 */
export async function withOwnReason<Answer>(
  send: (ownReason?: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!mayGiveReason(error)) throw error;
    const reason = await askOwnReason();
    if (reason === null) throw error;
    return await send(reason);
  }
}
