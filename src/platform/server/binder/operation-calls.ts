// What an operation says to the binder while it runs, and whether it has said what its contract states.
import { isDeepStrictEqual } from "node:util";
import { apiError } from "#platform/contract/errors.ts";
import type { OperationMeta } from "#platform/contract/procedure.ts";
import { recordAdminAction, statedTarget } from "#platform/server/audit/record-audit.ts";
import type { AuditFacts } from "#platform/server/audit/audit-queries.ts";
import type { Context, OperationCalls, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { ofAnybody, watchOwnThings } from "#platform/server/own-things.ts";

/** The fields that differ, before and after; null where none does. */
const differences: OperationCalls["edits"] = (before, after) => {
  const names = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return null;
  const pick = (fields: typeof after) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<typeof after>;
  return { before: pick(before), after: pick(after) };
};

async function rejectEntry(): Promise<void> {
  throw new Error(
    "Outside an operation, an entry of the audit log is written by its own function.",
  );
}

/** For what runs outside an operation: jobs and scripts write their own entries. */
export const outsideOperations: OperationCalls = {
  actsOn: ofAnybody,
  expects: () => undefined,
  edits: differences,
  audit: rejectEntry,
  auditOf: rejectEntry,
  unchanged: () => undefined,
  afterCommit: () => {
    throw new Error("Outside an operation, nothing waits for a commit.");
  },
};

type Run = {
  readonly name: string;
  readonly stated: OperationMeta;
  readonly context: Context;
  readonly input: unknown;
};

type WatchedCalls = {
  readonly calls: OperationCalls;
  /** Writes what is left to the binder. Throws where the operation did not say what its contract states. */
  readonly end: (db: Db) => Promise<void>;
  readonly afterCommit: readonly (() => void | Promise<void>)[];
};

function fieldOf(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null
    ? (input as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Whether what is done is recorded: of customers' operations only what admins do. */
function isRecorded({ stated, context }: Run): boolean {
  if (stated.audit === null || context.session === null) return false;
  return stated.access !== "signedIn" || context.session.person.isAdmin;
}

function watchOwner({ name, stated, context, input }: Run) {
  const { access, actsOn, audit } = stated;
  const { session } = context;
  if (actsOn === null || session === null || access === "public" || access === "signedIn") {
    return { actsOn: ofAnybody, requireStated: () => undefined };
  }
  return watchOwnThings({
    context: { ...context, session },
    operation: name,
    access,
    actsOn,
    audit,
    input,
  });
}

/** Begins to watch one run of an operation; one that runs again after a conflict is watched anew. */
export function watchCalls(run: Run): WatchedCalls {
  const { name, stated, context, input } = run;
  const owner = watchOwner(run);
  const afterCommit: (() => void | Promise<void>)[] = [];
  let hasChanged = true;
  let isVersionChecked = false;
  let isAudited = false;
  let hasEdit = false;
  const ownTarget = statedTarget(stated, input);

  const write = async (db: Db, facts: AuditFacts, target = ownTarget) => {
    if (target === null) throw new Error(`${name} did not say what it changed.`);
    isAudited = true;
    const { session } = context;
    if (!isRecorded(run) || session === null) return;
    const acting: SignedInContext = { ...context, session };
    await recordAdminAction(acting, db, { ...facts, action: name, target });
  };

  const expects: OperationCalls["expects"] = (version, current) => {
    if (!stated.expectsVersion) throw new Error(`${name} states no version that it expects.`);
    isVersionChecked = true;
    const expected = fieldOf(input, "expectedVersion");
    // Where it may be left out, whoever leaves it out edits what is there.
    if (expected === undefined || isDeepStrictEqual(expected, version)) return;
    throw apiError("conflict", { current });
  };
  const unchanged = () => {
    hasChanged = false;
  };

  const calls: OperationCalls = {
    actsOn: owner.actsOn,
    expects,
    unchanged,
    edits: (before, after, version = before, current = version) => {
      const changed = differences(before, after);
      hasEdit = changed !== null;
      if (!hasEdit) unchanged();
      else if (stated.expectsVersion) expects(version, current);
      return changed;
    },
    audit: async (facts, db = context.db) => await write(db, facts),
    auditOf: async (target, facts, db = context.db) => {
      if (target === ownTarget) throw new Error(`The contract of ${name} names its target.`);
      await write(db, facts, target);
    },
    afterCommit: (work) => {
      if (stated.transaction !== "one") throw new Error(`${name} has transactions of its own.`);
      afterCommit.push(work);
    },
  };

  return {
    calls,
    afterCommit,
    end: async (db) => {
      if (!hasChanged) return;
      owner.requireStated();
      if (stated.expectsVersion && !isVersionChecked) {
        throw new Error(`${name} ended without checking the version of what it edits.`);
      }
      if (!isRecorded(run) || isAudited) return;
      if (stated.transaction !== "one" || hasEdit) {
        throw new Error(`${name} ended without saying what the audit log has of it.`);
      }
      await write(db, {});
    },
  };
}
