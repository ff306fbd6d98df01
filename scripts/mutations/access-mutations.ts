/** Access, one's own things, reauthentication, and what the binder does. */
export const accessMutations = {
  "src/platform/rules/staff-role.ts": [
    {
      breaks: "a manager may do what is for admins alone",
      text: 'if (access === "admin") return false;',
      replacement: 'if (access === "admin") return roles.includes("manager");',
    },
    {
      breaks: "finance needs no two-factor authentication",
      text: '= ["finance", "manager"];',
      replacement: '= ["manager"];',
    },
  ],
  "src/platform/rules/role-access.ts": [
    {
      breaks: "support may move money",
      text: 'money: { roles: ["finance"] },',
      replacement: 'money: { roles: ["finance", "support"] },',
    },
    {
      breaks: "receivers see customers' contacts",
      text: 'customers: { roles: ["support", "finance"] },',
      replacement: 'customers: { roles: ["support", "finance", "receiver"] },',
    },
  ],
  "src/platform/rules/own-things.ts": [
    {
      breaks: "an admin without colleagues can decide an own claim",
      text: '"plan", "role", "claim", "case"];',
      replacement: '"plan", "role", "case"];',
    },
  ],
  "src/platform/server/own-things.ts": [
    {
      breaks: "of several things only the first owner is looked at",
      text: "? owners.includes(person.id)",
      replacement: "? owners[0] === person.id",
    },
    {
      breaks: "an admin with colleagues can act on an own thing",
      text: "member.userId !== id && mayUse(member, access)",
      replacement: "member.userId === id && !mayUse(member, access)",
    },
    {
      breaks: "an own thing is changed without an entry in the audit log",
      text: "if (recordedIn.has(db)) return;",
      replacement: "if (!recordedIn.has(db)) return;",
    },
  ],
  "src/platform/server/reauthentication.ts": [
    {
      breaks: "a password confirmed hours ago is enough",
      text: "reauthenticationSeconds = 15 * 60;",
      replacement: "reauthenticationSeconds = 15 * 60 * 60;",
    },
  ],
  "src/platform/server/binder/bind-operations.ts": [
    {
      breaks: "customers need not confirm their password",
      text: "if (reauthentication) {",
      replacement: 'if (reauthentication && access !== "signedIn") {',
    },
    {
      breaks: "a refused reading of staff's pages is not recorded",
      text: 'if (method !== "GET" || !hasAccess) {',
      replacement: 'if (method !== "GET" && !hasAccess) {',
    },
  ],
  "src/money/contract/payouts.ts": [
    {
      breaks: "a payout can be requested with a stolen session",
      text: '    access: "signedIn",\n    reauthentication: true,\n    idempotent: true,',
      replacement: '    access: "signedIn",\n    idempotent: true,',
    },
  ],
  "src/money/contract/wallet.ts": [
    {
      breaks: "every member of staff may read wallets",
      text: 'path: "/admin/users/{userId}/wallet",\n    access: roleAccess.money,',
      replacement: 'path: "/admin/users/{userId}/wallet",\n    access: roleAccess.customers,',
    },
  ],
  "src/people/server/auth/sessions/session-queries.ts": [
    {
      breaks: "a suspended person stays signed in",
      text: "and profiles.closed_at is null and profiles.suspended_at is null",
      replacement: "and profiles.closed_at is null",
    },
  ],
  "src/people/server/auth/two-factor/challenge.ts": [
    {
      breaks: "a code can be guessed without end",
      text: "if (tries >= mostTries || expiresAt <= context.now())",
      replacement: "if (tries >= mostTries && expiresAt <= context.now())",
    },
  ],
  "src/goods/server/packages/lock-packages.ts": [
    {
      breaks: "a customer can change another's package",
      text: "return pkg?.userId === session.person.id ? pkg : undefined;",
      replacement: "return session.person.id === pkg?.id ? undefined : pkg;",
    },
    {
      breaks: "staff can change their own package",
      text: 'if (pkg !== undefined) await actsOn(db, "package", pkg.userId);',
      replacement: 'if (pkg !== undefined) await actsOn(db, "package", null);',
    },
  ],
  "src/platform/server/files/file-queries.ts": [
    {
      breaks: "a customer can read another's files",
      text: "where id = ${ownerId} and user_id = ${userId}",
      replacement: "where id = ${ownerId} or user_id = ${userId}",
    },
  ],
  "src/platform/server/binder/requests.ts": [
    {
      breaks: "a key of one operation is answered by another",
      text: "first.operation === operation && first.inputHash",
      replacement: 'first.operation !== "" && first.inputHash',
    },
    {
      breaks: "a repeat with another reason is answered as the first",
      text: "const { idempotencyKey: _key, ...facts } = input as { readonly idempotencyKey?: string };",
      replacement:
        "const { idempotencyKey: _key, reason: _reason, ...facts } = input as { readonly idempotencyKey?: string; readonly reason?: string };",
    },
    {
      breaks: "a repeat writes another audit entry",
      text: "  context.unchanged();\n",
      replacement: "",
    },
    {
      breaks: "requests are forgotten after a day",
      text: "keptMilliseconds = 48 * 60",
      replacement: "keptMilliseconds = 24 * 60",
    },
  ],
  "src/platform/server/binder/run-operation.ts": [
    {
      breaks: "the audit entry is written outside the transaction",
      text: "    await watched.end(db);\n",
      replacement: "    await watched.end(context.db);\n",
    },
    {
      breaks: "attempts of addresses are not counted",
      text: "? context.session === null && context.ipAddress",
      replacement: "? context.session !== null && context.ipAddress",
    },
    {
      breaks: "a repeat of an operation with a key runs it again",
      text: "if (!stated.isIdempotent || session === null)",
      replacement: "if (!stated.isIdempotent || session === null || context.db.isTransaction)",
    },
  ],
  "src/platform/server/binder/operation-calls.ts": [
    {
      breaks: "an edit of an older version overwrites what is there",
      text: "if (expected === undefined || isDeepStrictEqual(expected, version)) return;",
      replacement: "if (expected === undefined || !isDeepStrictEqual(expected, version)) return;",
    },
    {
      breaks: "what admins do in customers' operations is not recorded",
      text: 'return stated.access !== "signedIn" || context.session.person.isAdmin;',
      replacement: 'return stated.access !== "signedIn" && context.session.person.isAdmin;',
    },
    {
      breaks: "an operation may end without checking the version",
      text: "if (stated.expectsVersion && !isVersionChecked) {",
      replacement: "if (stated.expectsVersion && isVersionChecked && !hasChanged) {",
    },
  ],
  "src/platform/server/limits/count-attempt.ts": [
    {
      breaks: "a refused sign-in under several limits counts for none",
      text: "if (only === undefined) return true;",
      replacement: "if (only === undefined) return isRight !== null;",
    },
    {
      breaks: "each address of a network is counted apart",
      text: 'limitName.endsWith("PerAddress") ? limitedNetwork(who)',
      replacement: 'limitName.endsWith("PerNetwork") ? limitedNetwork(who)',
    },
  ],
  "src/platform/server/limits/limits.ts": [
    {
      breaks: "attempts are deleted while they count",
      text: "new Date(Math.min(...starts))",
      replacement: "new Date(Math.max(...starts))",
    },
  ],
  "src/platform/server/db/open.ts": [
    {
      breaks: "a deadlock is an error instead of another try",
      text: "error.code === serializationFailure || error.code === deadlock ||",
      replacement: "error.code === serializationFailure || error.code !== deadlock ||",
    },
  ],
};
