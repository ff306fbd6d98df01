import type { ErrorCode } from "#platform/contract/errors.ts";
import type { Fixtures, Role } from "./fixtures.ts";

/** `ok`, or the error code. */
export type Outcome = ErrorCode | "ok";

export type Row = {
  /** What is sent; the things it names are the owner's. */
  readonly input: (fixtures: Fixtures, role: Role) => object;
  /** The outcome for everybody with access, unless `byRole` has another; `ok` by default. Staff are like `other`. */
  readonly answer?: Outcome;
  readonly byRole?: Partial<Record<Role, Outcome>>;
  /** It changes what other rows depend on, so it gets fixtures of its own. */
  readonly isFinal?: boolean;
  /** Of a final one: it can be done once, so that every role gets fixtures of its own. */
  readonly isOnce?: boolean;
  /** Fields that the operation accepts and ignores, besides those of its input. */
  readonly accepts?: readonly string[];
};
