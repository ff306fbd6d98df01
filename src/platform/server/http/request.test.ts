import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "./request.ts";

const trustedProxies = new BlockList();
trustedProxies.addSubnet("10.0.0.0", 8);
trustedProxies.addAddress("::1", "ipv6");
trustedProxies.addSubnet("fd00::", 64, "ipv6");

test.each([
  ["203.0.113.7", null, "203.0.113.7"],
  ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, 198.51.100.1, 10.2.3.4", "198.51.100.1"],
  ["10.0.0.1", "not an address", "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1, not an address", "10.0.0.1"],
  ["::1", "[2001:db8::5]:4711", "2001:db8::5"],
  ["::1", "198.51.100.1:4711", "198.51.100.1"],
  ["10.0.0.1", "", "10.0.0.1"],
  ["2001:DB8:0:0::7", null, "2001:db8::7"],
  ["::FFFF:cb00:7107", null, "203.0.113.7"],
  ["::ffff:a00:1", "198.51.100.1", "198.51.100.1"],
  ["0:0:0:0:0:0:0:1", "198.51.100.1", "198.51.100.1"],
  ["::1", "2001:0DB8::0005, ::FFFF:0a01:0203", "2001:db8::5"],
  ["10.0.0.1", "[2001:DB8::5%eth0]:4711", "2001:db8::5"],
  ["10.0.0.1", "unknown, 198.51.100.1, _hidden", "10.0.0.1"],
  ["fe80::1%eth0", null, "fe80::1"],
  ["fd00:0:0:0::9", "198.51.100.1", "198.51.100.1"],
  ["", "198.51.100.1", ""],
])("from %s with X-Forwarded-For %j the visitor is %s", (remoteAddress, forwardedFor, expected) => {
  expect(clientAddress({ remoteAddress, forwardedFor, trustedProxies })).toBe(expected);
});
