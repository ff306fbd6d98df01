/** Where a browser's push service takes messages for it, and the browser's keys, as base64url. */
export type PushTarget = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export type PushMessage = {
  /** 32 characters; a message that was not delivered yet is replaced by one with the same id. */
  readonly id: string;
  /** Encrypted for the browser. */
  readonly text: string;
  readonly isUrgent: boolean;
  /** How long the push service stores it for a device that is off. */
  readonly storedSeconds: number;
};

/**
 * `gone`: the browser's subscription has ended. `retry`: the push service cannot be reached, or asks to be called later.
 * `refused`: it does not take this message, and would not later.
 */
export type PushOutcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "gone" }
  | { readonly outcome: "retry"; readonly afterSeconds: number | null; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

/** The push services of browsers. */
export type Push = {
  /** What browsers subscribe with, as base64url. */
  readonly publicKey: string;
  /** Whether messages may be sent to `endpoint`: a public address, or the sandbox while it runs. */
  mayReach(endpoint: string): Promise<boolean>;
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
  close(): void;
};

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly push: Push;
  }
}
