import { randomUUID } from "node:crypto";
import type { Row } from "./row.ts";

const noTracker: Row = { input: () => ({ trackerId: randomUUID() }), answer: "not_found" };

export const trackingRows: Readonly<Record<string, Row>> = {
  refreshTracking: {
    input: ({ legId }) => ({ legId }),
    byRole: { other: "not_found", support: "ok", manager: "ok" },
  },
  readProviderDelay: { input: () => ({}) },
  readTracking: { input: () => ({}) },
  listTrackers: { input: () => ({ state: "silent", page: 1, pageSize: 20 }) },
  listFailedMessages: { input: () => ({ page: 1, pageSize: 20 }) },
  listQuestions: { input: () => ({ page: 1, pageSize: 20 }) },
  answerQuestion: {
    // Nobody asked anything.
    input: ({ legId }) => ({
      subjectId: legId,
      questionAt: "2026-01-05T04:00:00.000Z",
      note: "Called them",
    }),
  },
  setCarrier: {
    input: () => ({ trackerId: randomUUID(), carrierCode: "hk-post" }),
    answer: "not_found",
  },
  retryTracker: noTracker,
  stopTracker: noTracker,
  retryCarrierMessage: { input: () => ({ messageId: randomUUID() }), answer: "not_found" },
  addEvent: {
    // It moves nothing.
    input: ({ legId }) => ({
      legId,
      stage: "announced",
      occurredAt: "2026-01-05T04:00:00.000Z",
      description: "",
    }),
  },
};
