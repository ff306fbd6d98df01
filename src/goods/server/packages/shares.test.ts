import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import { erasePackageRows } from "./package-queries.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import {
  deliverMessages,
  fakeTracking,
  numberLeg,
  providerEvent,
  providerMessage,
} from "#test/tracking.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const dayMilliseconds = 86_400_000;
const recipient = {
  name: "陳大文",
  latinName: "Chan Tai Man",
  phone: "+1 415 555 0134",
  address: "742 Evergreen Terrace",
  addressLine2: "",
  importerReference: "",
  city: "Springfield",
  state: "OR",
  postalCode: "97403",
};

let app: TestApp;
let admin: TestPerson;
let owner: TestPerson;
let stranger: TestClient;
let pkg: Package;
let number: string;

beforeAll(async () => {
  app = await testApp({ currentTracking: fakeTracking().currentTracking });
  await enterWarehouse(app);
  admin = await anAdmin(app);
  owner = await aCustomer(app, { plan: "Premium", fullName: "Emma Thompson" });
  stranger = app.client();
  pkg = await aPackage(owner, {
    trackingNumber: freshNumber(),
    description: "Silver bracelet",
    recipient,
  });
  const file = new File([pixel], "bracelet.gif", { type: "image/gif" });
  await owner.api.packages.addImage({ packageId: pkg.id, file, idempotencyKey: randomUUID() });
  number = freshNumber();
  await numberLeg(app, admin, pkg.legs.at(-1), number);
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
  app.clock.set(at(24));
  await deliverMessages(
    app,
    providerMessage(number, [
      providerEvent("departed", at(-5), { place: "Singapore Hub", country: "SG" }),
      providerEvent("out_for_delivery", at(-2), {
        place: "Springfield OR",
        country: "US",
        description: "With courier Bob, for Chan Tai Man",
      }),
      providerEvent("moving", at(-1), { place: "Evergreen Terrace", country: null }),
    ]),
  );
  return () => app.close();
});

function tokenOf(url: string): string {
  return new URL(url).pathname.replace("/t/", "");
}

async function share(hasPhotos = false, packageId = pkg.id): Promise<string> {
  const { url } = await owner.api.packageShares.shareOwnPackage({ packageId, hasPhotos });
  return tokenOf(url);
}

const read = (token: string) => stranger.api.packageShares.readShared({ token });

async function statusOf(address: string): Promise<number> {
  return (await stranger.fetch(address)).status;
}

describe("point 6: a share link", () => {
  test("is read without signing in, and shows where the package is", async () => {
    const shared = await read(await share());
    expect(shared).toMatchObject({
      origin: "China",
      destination: "United States",
      deliveredAt: null,
      endsAt: null,
      photos: [],
    });
    expect(shared.legs.map(({ legNumber, status }) => [legNumber, status])).toEqual([
      [1, "delivered"],
      [2, "delivered"],
      [3, "in_transit"],
    ]);
    expect(
      shared.carrierEvents.map(({ stage, place, country }) => [stage, place, country]),
    ).toEqual([
      ["moving", null, null],
      ["out_for_delivery", null, "US"],
      ["departed", "Singapore Hub", "SG"],
    ]);
  });

  test("G29: shows nothing private, with photos neither", async () => {
    for (const hasPhotos of [false, true]) {
      const token = await share(hasPhotos);
      const json = JSON.stringify(await read(token));
      const page = await (await stranger.fetch(`/t/${token}`)).text();
      const words = [
        "陳大文",
        "Chan Tai Man",
        "555",
        "Evergreen",
        "Springfield",
        "97403",
        "Bob",
        "Emma",
        owner.email,
        owner.userId,
        pkg.id,
        pkg.trackingNumber,
        number,
        "Silver",
        "bracelet",
        "1500",
      ];
      for (const word of words) expect(json + page, word).not.toContain(word);
    }
  });

  test("shows photos only while its owner says so", async () => {
    const { photos } = await read(await share(true));
    const addresses = photos.flatMap((photo) => Object.values(photo));
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect(await statusOf(address)).toBe(200);
    const token = await share(false);
    expect((await read(token)).photos).toEqual([]);
    for (const address of addresses) expect(await statusOf(address)).toBe(404);
  });

  test("does not make other addresses of images public", async () => {
    await share(true);
    const { images } = await owner.api.packages.readPackage({ packageId: pkg.id });
    expect(await statusOf(images[0]?.imageUrl ?? "")).toBe(404);
  });

  test("is one at a time for a package, also by two taps at once", async () => {
    await owner.api.packageShares.endShare({ packageId: pkg.id });
    const [first, second] = await Promise.all([share(), share()]);
    expect(first).toBe(second);
  });

  test("counts how often it was read", async () => {
    await owner.api.packageShares.endShare({ packageId: pkg.id });
    const token = await share();
    await Promise.all([read(token), read(token), read(token)]);
    const own = await owner.api.packageShares.readOwnShare({ packageId: pkg.id });
    expect(own.share).toMatchObject({ views: 3, hasPhotos: false, endsAt: null });
    expect(tokenOf(own.share?.url ?? "")).toBe(token);
  });

  test("G29: answers alike when it was guessed, changed, revoked and ended", async () => {
    const revoked = await share(true);
    const { photos } = await read(revoked);
    await owner.api.packageShares.endShare({ packageId: pkg.id });
    const next = await share();
    expect(next).not.toBe(revoked);
    const delivered = await aPackage(owner, { trackingNumber: freshNumber() });
    const ended = await share(false, delivered.id);
    await admin.api.packages.setPackageStatus({ packageId: delivered.id, status: "delivered" });
    const changed = (next.startsWith("A") ? "B" : "A") + next.slice(1);
    const before = await read(ended);
    expect(before.endsAt).toBe(
      new Date(Date.parse(before.deliveredAt ?? "") + 30 * dayMilliseconds).toISOString(),
    );
    app.clock.set(new Date(Date.parse(before.endsAt ?? "")));
    const answers = await Promise.all(
      ["", "x", "x".repeat(64), changed, revoked, ended].map((token) =>
        read(token).then(
          () => "read",
          ({ code, message, status }: { code: string; message: string; status: number }) =>
            `${status} ${code} ${message}`,
        ),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 not_found /);
    expect(await statusOf(photos[0]?.imageUrl ?? "")).toBe(404);
    // The session has ended meanwhile.
    await signInBrowser(app, owner.client, owner.userId);
    await expectApiError(
      owner.api.packageShares.shareOwnPackage({ packageId: delivered.id, hasPhotos: true }),
      "share_over",
    );
    const own = await owner.api.packageShares.readOwnShare({ packageId: delivered.id });
    expect(own.share).toBeNull();
  });

  test("is in no log, and its page in no search engine", async () => {
    const token = await share();
    await read(token);
    const page = await stranger.fetch(`/t/${token}`);
    expect(page.headers.get("x-robots-tag")).toBe("noindex");
    expect((await stranger.fetch("/")).headers.get("x-robots-tag")).toBeNull();
    expect(app.logged.join("\n")).not.toContain(token);
  });

  test("is opened at most 300 times an hour from an address", async () => {
    const busy = app.client({ ipAddress: "203.0.113.77" });
    const attempts = Array.from({ length: 300 }, () => ({
      bucket: "sharedPackagesPerAddress:203.0.113.77",
      attemptedAt: app.clock.now(),
    }));
    await app.database.kysely.insertInto("attempts").values(attempts).execute();
    const token = await share();
    await expectApiError(busy.api.packageShares.readShared({ token }), "too_many_requests");
    expect((await read(token)).origin).toBe("China");
  });

  test("ends with its owner's account", async () => {
    const token = await share();
    await erasePackageRows(app.database.kysely, owner.userId, app.clock.now());
    await expectApiError(read(token), "not_found");
  });
});
