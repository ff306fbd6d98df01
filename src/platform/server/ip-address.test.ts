// Shows that an address has one form however it is written, and that limits see one visitor in a whole /64.
import { BlockList } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress, limitedNetwork } from "./ip-address.ts";

test.each([
  ["2001:DB8:0:0:0:0:0:5", "2001:db8::5"],
  ["2001:0db8:0000:0000:0000:0000:0000:0005", "2001:db8::5"],
  ["[2001:db8::5]", "2001:db8::5"],
  ["[2001:db8::5]:4711", "2001:db8::5"],
  [" 2001:db8::5 ", "2001:db8::5"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%25eth0]:80", "fe80::1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::FFFF:0a00:0001", "10.0.0.1"],
  ["0:0:0:0:0:ffff:10.0.0.1", "10.0.0.1"],
  ["[::ffff:a00:1]:80", "10.0.0.1"],
  ["10.0.0.1:4711", "10.0.0.1"],
  ["::", "::"],
  ["::1", "::1"],
  ["", null],
  ["unknown", null],
  ["_hidden", null],
  ["10.0.0.01", null],
  ["10.0.1", null],
  ["0x0a.0.0.1", null],
  ["1::2::3", null],
  ["[10.0.0.1", null],
  ["2001:db8::5/64", null],
])("%j is %j", (text, expected) => {
  expect(canonicalAddress(text)).toBe(expected);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::7", "2001:db8::/64"],
  ["2001:0:0:1::7", "2001:0:0:1::/64"],
  ["::1", "::/64"],
  ["::1.2.3.4", "::/64"],
  ["1:0:0:0:5:6:1.2.3.4", "1::/64"],
  ["ann@example.com", "ann@example.com"],
  ["2001:db8::/64", "2001:db8::/64"],
  ["", ""],
])("limits count %j as %j", (text, expected) => {
  expect(limitedNetwork(text)).toBe(expected);
});

const group = fc.oneof(
  { arbitrary: fc.constant(0), weight: 2 },
  fc.integer({ min: 0, max: 65_535 }),
);
const groupsOfIpv6 = fc.array(group, { minLength: 8, maxLength: 8 });

/** One of the many ways to write the same address, drawn from `random` whole numbers. */
function written(groups: readonly number[], random: readonly number[]): string {
  const at = (index: number) => random[index % random.length] ?? 0;
  const services = groups.map((value, index) => {
    const hex = value.toString(16).padStart(1 + (at(index) % 4), "0");
    return at(index + 1) % 2 === 0 ? hex : hex.toUpperCase();
  });
  const [high = 0, low = 0] = groups.slice(6);
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const hasDots = at(8) % 3 === 0;
  const ends = hasDots ? [...services.slice(0, 6), dotted] : services;
  const zeros = ends.findIndex((_, index) => groups[index] === 0 && index < 6);
  let text = ends.join(":");
  if (zeros >= 0 && at(9) % 2 === 0) {
    let end = zeros;
    while (end < 6 && groups[end] === 0) end += 1;
    text = `${ends.slice(0, zeros).join(":")}::${ends.slice(end).join(":")}`;
  }
  const around = [text, `[${text}]`, `[${text}]:${1 + at(10)}`, ` ${text}`, `${text}%eth0`];
  return around[at(11) % around.length] ?? text;
}

test("however an address is written, it is the same; a /64 is one visitor, and two are two", () => {
  const random = fc.array(fc.nat(9_999), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(groupsOfIpv6, groupsOfIpv6, random, random, (groups, others, first, second) => {
      const one = canonicalAddress(written(groups, first));
      expect(one).not.toBeNull();
      expect(canonicalAddress(written(groups, second))).toBe(one);
      expect(canonicalAddress(one ?? "")).toBe(one);

      // Another address in the same /64, and one in another.
      const isIpv4 = (given: readonly number[]) =>
        given.slice(0, 5).every((value) => value === 0) && given[5] === 0xffff;
      const neighbour = [...groups.slice(0, 4), ...others.slice(4)];
      fc.pre(!isIpv4(groups) && !isIpv4(neighbour) && !isIpv4(others));
      const network = limitedNetwork(written(groups, first));
      expect(limitedNetwork(written(neighbour, second))).toBe(network);
      const isSame = groups.slice(0, 4).join() === others.slice(0, 4).join();
      expect(limitedNetwork(written(others, second)) === network).toBe(isSame);
      const list = new BlockList();
      list.addSubnet(network.slice(0, -"/64".length), 64, "ipv6");
      expect(list.check(one ?? "", "ipv6")).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("an IPv4 address is the same in each of the forms that IPv6 has for it", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const bytes = address.split(".").map(Number);
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const forms = [
        address,
        `${address}:65535`,
        `::ffff:${address}`,
        `::FFFF:${hex.slice(0, 4)}:${hex.slice(4)}`,
        `[0:0:0:0:0:ffff:${hex.slice(0, 4)}:${hex.slice(4)}]:443`,
      ];
      for (const form of forms) {
        expect(canonicalAddress(form)).toBe(address);
        expect(limitedNetwork(form)).toBe(address);
      }
    }),
  );
});
