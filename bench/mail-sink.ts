// A mail server in a thread of its own that accepts every email, since real ones are elsewhere.
import { parentPort } from "node:worker_threads";
import { mailServer } from "#test/mail-server.ts";

const { port } = await mailServer();
parentPort?.postMessage(port);
