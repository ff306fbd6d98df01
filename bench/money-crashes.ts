// Kills the server under deposits, fees and subscriptions: `KILLS=200 node bench/money-kills.ts`, with DATABASE_URL on that server.
import { killLoop } from "#testing/crashes/kill-loop.ts";

const kills = Number(process.env["KILLS"] ?? 200);
const externalUrl = process.env["DATABASE_URL"] ?? null;
const say = (line: string) => process.stdout.write(`${line}\n`);

const report = await killLoop({ kills, customers: 8, externalUrl, notify: say });
const restarts = report.restartMilliseconds.toSorted((one, other) => one - other);
const restart = (share: number) =>
  Math.round(restarts[Math.min(restarts.length - 1, Math.floor(restarts.length * share))] ?? 0);
say(`on ${externalUrl === null ? "the embedded PostgreSQL" : "the PostgreSQL of DATABASE_URL"}`);
say(`kills: ${report.kills}`);
say(`acknowledged writes: ${report.acknowledged}, lost or doubled: ${report.lost.length}`);
say(`invariants broken: ${report.faults.length}`);
say(`restart to first 200: median ${restart(0.5)} ms, longest ${restart(1)} ms`);
for (const sentence of [...report.lost, ...report.faults]) say(`  ${sentence}`);
process.exitCode = report.lost.length + report.faults.length > 0 ? 1 : 0;
