// Kills the server under deposits, fees and subscriptions: `KILLS=200 node bench/money-crashes.ts`, on the server of DATABASE_URL if it is set.
import { crashLoop } from "#testing/crashes/crash-loop.ts";

const kills = Number(process.env["KILLS"] ?? 200);
const externalUrl = process.env["DATABASE_URL"] ?? null;
const printLine = (line: string) => process.stdout.write(`${line}\n`);

const report = await crashLoop({ kills, customers: 8, externalUrl, notify: printLine });
const restarts = report.restartMilliseconds.toSorted((one, other) => one - other);
const restart = (share: number) =>
  Math.round(restarts[Math.min(restarts.length - 1, Math.floor(restarts.length * share))] ?? 0);
printLine(
  `on ${externalUrl === null ? "the embedded PostgreSQL" : "the PostgreSQL of DATABASE_URL"}`,
);
printLine(`kills: ${report.kills}`);
printLine(`acknowledged writes: ${report.acknowledged}, lost or duplicated: ${report.lost.length}`);
printLine(`invariants violated: ${report.faults.length}`);
printLine(`restart to first 200: median ${restart(0.5)} ms, longest ${restart(1)} ms`);
for (const sentence of [...report.lost, ...report.faults]) printLine(`  ${sentence}`);
process.exitCode = report.lost.length + report.faults.length > 0 ? 1 : 0;
