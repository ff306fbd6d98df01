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
  "0001-baseline": "0ca59889f4899bb36bbdb31b55a2f39ae135f320461348b64b6782a422204392",
  "0002-sign-in-tables": "04cc5679456000c7b3cd3581288542b0e2cb32e3dd5d56ee280109ac6a37eca4",
  "0003-shorter-posting": "f06c3cb1cfbdd9cb8856a48088e11c8b24ac1433333242d8714174ddd043f52b",
  "0004-package-changes": "8dee94c6326301e78369713dd919c5e204b7267f942b012516cbd94b3ccacc57",
  "0005-exchange-rates": "f45b7822cb2538dd037c42c430d47a28ed8a307fd840f7f9739334f7061d3208",
  "0006-names-in-any-script": "aeea5aa044cfae850a81e153e540314ba36a1e895ab1e5ed9bb6c280f6e6a60b",
  "0007-languages": "a52d833fbac2fe4ecff76a9144dd895781095218ba3cd46e99d6ed4407745f4a",
  "0008-carriers": "70088eac67fc2cfd08f5da87f088bf7d23f1ce9cf729d7918d11834f18cdeefa",
  "0009-staff-roles": "c98fbca517da2b6ba6d9bf75617e2be1ac5e99c9de9cbbc6a5d73259d85baaa8",
  "0010-inbound-parcels": "93be060f1e9052c0df328b65a20c7b6a9a8316ee1ca720124647434906864021",
  "0011-sentences-in-the-readers-language":
    "9b9b1376ec774f6bfc5838c4c8b28eb66bb083267d64eee334b1bc376dc15d5f",
  "0012-receiving": "f471c7c7df7cc400796d20e58a1f195c94f21be39c65e9dca360976c3f2bade4",
  "0013-notification-emails": "22026ee06c524298989f4f584c47b17937cb9420e5843b72978f504875e6c529",
  "0014-storage": "f05498ca0a8ec6a0ae0195c1d8ccbc332eda93bffc36e742de3e0ee79a0f7e69",
  "0015-tracking": "96dd8353f5de6e816b38b280ba287b1031138a37128d9d08f1ae857dd39e805c",
  "0016-carrier-keys": "bcb6521ac47c5fae5cb7b1bd374d0d881bb87cd1db24d3d2a7c433853da52db3",
  "0017-package-shares": "3dbda4520e7ecf4aac9e49feed6aeca09edfd07935326649b2de350df84531b1",
  "0018-carrier-message-batches":
    "7e52c3d5bc3063981a65ee288a76f87ce0ebf1d449e368486fec7a64b3efb626",
  "0019-tracking-work": "7612afefe73309e9a42652eea929244274800faa683b3d60b3998d13dcdb632c",
  "0020-lane-times": "332fd86896116be13bb613689fb935c3db30eb5456c15266fa8f3bb8213c50da",
  "0021-shipping-services": "00afb07a8a6ad871e37a51fcab2187e313a69f5b0037ce501286fe2e28cc34cd",
  "0022-notification-inbox": "bda355f199939bb6d0e21df2b06edfef2904f3decab6fa1364db0476686faebe",
  "0023-push-notifications": "4bf3790b2f61ca421cd0d35ea31d92a819e4eef96493beada58fe494a5cc934c",
  "0024-ship-requests": "dc21183223b1a5ad786133193b0854ff9e9279b8a865a345ea6f985f8af78086",
  "0025-ship-request-money": "3086480f6e6799841601cca6bc3cd648afed6121c33f8c7c79413d6b4475d47a",
  "0026-labels": "5efb9425abd862c51d587e1fd585f37a75f1a758e2548e2bd82e60f45d7b50d9",
  "0027-names-by-language": "8809136bacfed71bb50356580f3d96af04fbb7957e53441279c5e6d4370b70c4",
  "0028-manifest-changes": "2c5a5f30e5f0cc52f6a57a99f02b64199937dd718d8b2297ecb1d14e4e65e898",
  "0029-carrier-weights": "a86769f698f0719130d90d8d6699fc98d9e372adf79741d5e6da3e974d3e9ae6",
  "0030-auth-email-requests": "9d36766d181bf4e1fe3197a13de17ff337fd33aacc22fc343d1b4df33390219d",
  "0031-packing-delays": "5f8fccf58d3891f6f7ee788a5fe4fe92ed9b4e04a07ec178a4b550c0b8c59d00",
  "0032-prices-and-dates": "0ebd9b72e9b0079418c964e9573bd0b9e2b6ad6db1b628cc46c64e5608f63137",
  "0033-extra-service-subjects": "964fe37f5878bc13033f4cda694de1cabccfaec8e8eded712914546f6121e027",
  "0034-what-leaves-packages": "926cfca77109c1edf12d6bb87d866b35c2dca5cfec0106c449378621d7ca3ae4",
  "0035-searched-numbers": "f10728604f9a4d77a3c333208d6fff443e0e62c383f7f749020485fce5090a9b",
  "0036-opened-warehouses": "b058a34e0fcc390a6dbd0b20a69bffcdd21939a95697c530351f5a4c8812ab80",
  "0037-suggestions": "2c470aaf906861f7618cd0f499d4d7b8f59c261cff04f131ddb1ac3905911878",
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
    hash.update(JSON.stringify([path, text]));
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
