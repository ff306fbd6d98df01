import type { browserErrors } from "#platform/contract/error-reports.ts";
import type { changeStream } from "#platform/contract/change-stream.ts";
import type { ownSession } from "#platform/contract/session.ts";
import type { settings } from "#platform/contract/settings.ts";
import { apiOf, type ClientOf } from "./api.tsx";

/** The operations of every screen. */
export type UiContract = {
  readonly auth: typeof ownSession;
  readonly changeStream: typeof changeStream;
  readonly errorReports: typeof browserErrors;
  readonly settings: typeof settings;
};
export type ApiClient = ClientOf<UiContract>;

export const { useApi, useApiClient } = apiOf<UiContract>();
