import type { Api } from "#app/contract/api.ts";
import { apiOf, type ClientOf, type QueriesOf } from "#ui/web/api.tsx";

export type ApiClient = ClientOf<Api>;
export type ApiQueries = QueriesOf<Api>;

export const { useApi, useApiClient } = apiOf<Api>();
