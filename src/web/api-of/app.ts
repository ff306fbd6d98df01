import type { Api } from "#contract/api.ts";
import { apiOf, type ClientOf, type QueriesOf } from "#web/api.tsx";

export type ApiClient = ClientOf<Api>;
export type ApiQueries = QueriesOf<Api>;

export const { useApi, useApiClient } = apiOf<Api>();
