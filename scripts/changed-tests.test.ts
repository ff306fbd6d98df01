import { describe, expect, test } from "vitest";
import { selectTests } from "./changed-tests.ts";

const sources = new Map(
  Object.entries({
    "src/money/rules/ledger.ts": "",
    "src/money/rules/ledger.test.ts": 'import { moveBalance } from "./ledger.ts";',
    "src/money/rules/payout.test.ts": "",
    "src/money/server/wallet/holds.ts":
      'import {\n  moveBalance,\n} from "#money/rules/ledger.ts";',
    "src/money/server/wallet/holds.test.ts":
      'import { testApp } from "#test/test-app.ts";\nawait api.wallet.readWallet({});',
    "src/money/contract/wallet.ts":
      'import { holdFields } from "./hold-fields.ts";\nexport const wallet = {\n  readWallet: procedure({ access: "signedIn" }),\n};',
    "src/money/contract/hold-fields.ts": "",
    "src/money/server/plans/quota.test.ts": "",
    "src/money/web/wallet-page.tsx":
      'const Dialog = lazy(() => import("./wallet-dialog.tsx"));\nimport type { Wallet } from "#money/contract/wallet.ts";',
    "src/money/web/wallet-page.test.tsx": 'import WalletPage from "./wallet-page.tsx";',
    "src/money/web/wallet-dialog.tsx": "",
    "src/money/web/plan-card.test.tsx": "",
    "src/shipping/server/labels.ts": 'import { hold } from "#money/server/wallet/holds.ts";',
    "src/shipping/server/labels.test.ts": "",
    "src/app/server/serve.ts": 'import { hold } from "#money/server/wallet/holds.ts";',
    "src/app/server/serve.test.ts": 'import { serve } from "./serve.ts";',
    "test/access/access-matrix.test.ts": 'import { testApp } from "#test/test-app.ts";',
    "test/test-app.ts": 'import { serve } from "#app/server/serve.ts";',
  }),
);

/** Without those that always run. */
function touchedBy(...changed: readonly string[]): string[] {
  const { tests } = selectTests(changed, sources);
  return [...tests].flatMap(([file, start]) => (start === undefined ? [] : [file]));
}

describe("the tests that a change touches", () => {
  test("of the server stand beside what imports it, also in modules above", () => {
    expect(touchedBy("src/money/server/wallet/holds.ts")).toEqual([
      "src/money/server/wallet/holds.test.ts",
      "src/shipping/server/labels.test.ts",
    ]);
  });

  test("of screens import it, also where it is loaded later", () => {
    expect(touchedBy("src/money/web/wallet-dialog.tsx")).toEqual([
      "src/money/web/wallet-page.test.tsx",
    ]);
  });

  test("of rules are followed by those of the server that use them", () => {
    expect(touchedBy("src/money/rules/ledger.ts")).toEqual([
      "src/money/rules/ledger.test.ts",
      "src/money/rules/payout.test.ts",
      "src/money/server/wallet/holds.test.ts",
      "src/shipping/server/labels.test.ts",
    ]);
  });

  test("of a contract are those of the server that name its operations, also where it imports what changed", () => {
    for (const path of ["wallet", "hold-fields"])
      expect(touchedBy(`src/money/contract/${path}.ts`)).toEqual([
        "src/money/server/wallet/holds.test.ts",
      ]);
  });

  test("of messages are those of the module that show them: screens, the server, or both", () => {
    const ofMoney = [...sources.keys()].filter((path) => /^src\/money\/.*\.test\./.test(path));
    const isOfServer = (path: string) => path.endsWith(".ts");
    const ofServer = ofMoney.filter(isOfServer);
    const ofScreens = ofMoney.filter((path) => !isOfServer(path));
    expect(touchedBy("src/money/messages/staff.en.json")).toEqual(ofScreens);
    expect(touchedBy("src/money/messages/server.zh-Hans.json")).toEqual(ofServer);
    expect(touchedBy("src/money/messages/common.en.json")).toEqual(ofMoney);
  });

  test("are of a changed test that alone, and of a document none", () => {
    expect(touchedBy("src/money/rules/payout.test.ts", "docs/glossary.md")).toEqual([
      "src/money/rules/payout.test.ts",
    ]);
  });

  test("have those of access, structure and the ledger beside them, and the file for which they run", () => {
    const { tests, everythingFor } = selectTests(["src/app/server/serve.ts"], sources);
    expect(everythingFor).toBeUndefined();
    expect(Object.fromEntries(tests)).toEqual({
      "src/app/server/serve.test.ts": "src/app/server/serve.ts",
      "src/money/rules/ledger.test.ts": undefined,
      "test/access/access-matrix.test.ts": undefined,
    });
  });

  test("are all where everything rests on what changed", () => {
    for (const path of ["src/platform/server/log.ts", "test/test-app.ts", "package.json"])
      expect(selectTests(["docs/glossary.md", path], sources).everythingFor).toBe(path);
    expect(
      selectTests(["src/platform/rules/money.test.ts"], sources).everythingFor,
    ).toBeUndefined();
  });
});
