import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#platform/server/db/migrate.ts";
import type { Database } from "#platform/server/db/open.ts";
import { tableRights } from "#platform/server/db/role/rights.ts";
import { emptyTestDatabase } from "#test/database.ts";
import { sourceFiles } from "./source-files.ts";

/**
 * The SHA-256 of each migration's files. A database never runs a migration twice, so a changed one would only affect new
 * databases.
 */
const recorded: Readonly<Record<string, string>> = {
  "0001-baseline": "6d5fe69f2587da8f661175fd69872218edbb0fc3c0daeba52363ece649dec9f4",
  "0002-sign-in-tables": "c543c3256a49d00b53f9e969d5938355e2e93dbb3fc244e2103747949cf22dea",
  "0003-shorter-posting": "bef8d4c72909a73115eb6b1f609d7af03a29e9e375ce28ae17d1f33fa689efaa",
  "0004-package-changes": "24b2ec03f4618cf28532680a374c9c584a8b5550c61763476f2147d7340674e3",
  "0005-exchange-rates": "1bb9eec30005d2d77da95ce23872d62ef28c15bf4cded3dcdcd8d52e1a76cb34",
  "0006-names-in-any-script": "0fc104d544d57d61f1331ea68eef9439a720489d93ee7dece989457068e70b22",
  "0007-languages": "2958988460155d747916594999261dfbea02dbe909eca78a41807a64d699f992",
  "0008-carriers": "f96fe97cfb6d5747d26cb9c63603ad4d50bffb331dac1ee8f01a9f4d18b418c9",
  "0009-staff-roles": "9109e261d142e876b4d4d3e723cd11e89c98b397d6406be56bd5c3d52561bc98",
  "0010-inbound-parcels": "093926d77136e6a5089d82c75f417291fdd260378ba0f910808601db20fe6661",
  "0011-sentences-in-the-readers-language":
    "c0a4dee09ed41d951184a1aff7530392a7476a39bfec8985dd2a3bef044e8f4a",
  "0012-receiving": "73621586ad9833fb9ffc6617c3e63359b5ef959fdc21d4a6d8f8a49eca90374b",
  "0013-notification-emails": "4be12f7adcc1ea65f416f2c9913dc70fc979683c9231f573b64f27e687ef4396",
  "0014-storage": "962a6220314ded8d1499397cc7ba2cddec5661f121a7c70dc1a95baadc07d28b",
  "0015-tracking": "10a9e6ff6c35654f7bca03d97d9d25d581fcd31f6c0deab4c4fee412b61e721c",
  "0016-carrier-keys": "7a8ba378ca5d53eb47ceddfbe04a9ecd8586366bc2de5106896cd54002b58c48",
  "0017-package-shares": "09e295f0361692dc1c2c046a40721ea6479d387f8be70391bff61bf9d93ec332",
  "0018-carrier-message-batches":
    "3fd6f761f29cc41b47a3cd09eac174370fe28455d6a8178d5d1f28f26e762319",
  "0019-tracking-work": "1eccd91797139c7edc0662d71b540d8f4623074893b0c0a4fef7ba833d7e2aed",
  "0020-lane-times": "72f55cb354e93bfad8cf2eb9586b4a462cea56ed6fbee8b203a4c2b6a4761ea8",
  "0021-shipping-services": "fa2a28544b68e4b1adc5a307703db35aae0659b741bd85e7037b2f5f5ed7264b",
  "0022-notification-inbox": "7a0219e284a5143e63fdf71ab0c629ad955e8f4e2b2c73d78eea9e46b7f093a3",
  "0023-push-notifications": "35d09f24d60a39ea47cc623cf33532a734c7115ad41311a92a672b689f308896",
  "0024-ship-requests": "0f6c1c1f32b4c44b91da7f7d4f6066b4ddc5ba43e2b36db3a8bb323e36335576",
  "0025-ship-request-money": "c2f4e3ab1d4ec18247953042f18bff431da7b2ced452e1e6c17e308d93c23f7d",
  "0026-labels": "8563b67709d0b54788d6a79db57a34f0aa3a7644abe376f1e4e887b1884a1aa3",
  "0027-names-by-language": "28a9211558c3e3e21c0464e3aed8df7718942fdd5d06111440e7f45c8b8c49a5",
  "0028-manifest-changes": "d82b2a09e8bbb559765dd46b4a52b2fb88b74c87237700e91d0006acdadda258",
  "0029-carrier-weights": "67bce0ab4bd85ed4c736bb99845ffe8ff51a335073cf8b1d2415c2afa5a9ad80",
  "0030-auth-email-requests": "b05edbab5110df06d7c1888c2b420c77d62eafd7fbfdc49540ac0b43b05f2642",
  "0031-packing-delays": "f17dd9dc8210341f626216afb20dee309af77d1fe8f9d23c339f0ab371fa3afa",
  "0032-prices-and-dates": "0719d0caa59fe840f476d8a3e7f6347c0b5dcb375fe1124800df73b48cd9db88",
  "0033-extra-service-subjects": "4322a5a5934c66060f6806f0f073bbfea362b82a811a0b630c9a1b39b2419b93",
  "0034-what-leaves-packages": "80af6fd993296fe4252bab1e53da8228c4e72d49ebffdc93ccdd6a3d8a195bdf",
  "0035-searched-numbers": "552e44de4bd8de519e3eb2db49e7a5e38f06436a696295c6bfe511ec409f52dd",
  "0036-opened-warehouses": "791fdfb60394954700dca72629777d6f0f5771bd925c690195b876fa9dea1b3b",
  "0037-suggestions": "61aec03f57e112042af23f58e799a95f1c940411b498afd487b2a93a918c206b",
  "0038-requests": "73f770d9745b97e6244db12c2a610847144ba546132cecb022896eead35f62e7",
  "0039-files": "4cfb3c5ff974018f0b0e187f87b7e3ca4aeaa36ec9429e04934de4a9f3f3b195",
  "0040-events": "0bbbe6e38f099687105511cc7c374188f90f6b7700dffb944574f4a58494e2af",
};

const folder = "src/platform/server/db/migrations";
const migrations = sourceFiles(`${folder}/*.ts`).map(
  ({ path }) => /([^/]+)\.ts$/.exec(path)?.[1] ?? path,
);

/** The migrations whose number is not the next one. */
const wrongNumbers = (names: readonly string[]) =>
  names.filter((name, position) => Number(name.slice(0, 4)) !== position + 1);

/** Of the migration `NNNN-name` and of everything in the folder of that name. */
function fingerprintOf(
  name: string,
  files = sourceFiles(`${folder}/${name}.ts`, `${folder}/${name}/**/*.*`),
): string {
  const hash = createHash("sha256");
  for (const { path, text } of files) {
    // Moving the folder changes nothing.
    hash.update(JSON.stringify([path.slice(folder.length + 1), text]));
  }
  return hash.digest("hex");
}

let database: Database;

beforeAll(async () => {
  database = await emptyTestDatabase();
});

afterAll(async () => {
  await database.close();
});

describe("the migrations", () => {
  test("are numbered one after the other", () => {
    expect(wrongNumbers(migrations)).toEqual([]);
  });

  test.each(migrations)("%s has the recorded fingerprint", (name) => {
    const fingerprint = fingerprintOf(name);
    expect(
      recorded[name] === fingerprint,
      recorded[name] === undefined
        ? `Record the new migration in this test: "${name}": "${fingerprint}".`
        : `${name} was changed, which no database that has run it would notice. Undo the change and add a new ` +
            `migration instead, a file ${folder}/NNNN-name.ts with the next number. Only when ${name} has not been ` +
            `in any release yet, record it anew: "${fingerprint}".`,
    ).toBe(true);
  });

  test("that change, or leave a number out, are reported", () => {
    const [name = ""] = migrations;
    const files = sourceFiles(`${folder}/${name}.ts`, `${folder}/${name}/**/*.*`);
    const changed = files.map(({ path, text }) => ({ path, text: `${text}\n` }));
    expect(fingerprintOf(name, files)).toBe(recorded[name]);
    expect(fingerprintOf(name, changed)).not.toBe(recorded[name]);
    expect(wrongNumbers(["0001-one", "0003-three"])).toEqual(["0003-three"]);
  });

  test("are all there that were recorded", () => {
    expect(Object.keys(recorded)).toEqual(migrations);
  });

  test("run from an empty database, and once", async () => {
    expect(await migrate(database)).toEqual({ applied: migrations });
    expect(await migrate(database)).toEqual({ applied: [] });
  });

  test("make no table of which src/platform/server/db/role/rights.ts does not say what servers may do with it", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
    `.execute(database.kysely);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableRights).toSorted());
  });
});
