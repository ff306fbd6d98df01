/** Refusals of the API, in the error shape that the provider's clients parse. */

/** What a refusal says beside its sentence; `code` and `param` are left out where the provider leaves them out. */
interface ApiErrorDetails {
  status?: number;
  type?: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  code?: string;
  declineCode?: string;
  param?: string;
}

/** A refused request: thrown anywhere below the router, answered as `{ error: … }` with its status (400 unless given). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string> };

  constructor(message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.name = "ApiError";
    this.status = details.status ?? 400;
    this.body = {
      error: {
        type: details.type ?? "invalid_request_error",
        ...(details.code === undefined ? {} : { code: details.code }),
        ...(details.declineCode === undefined ? {} : { decline_code: details.declineCode }),
        message,
        ...(details.param === undefined ? {} : { param: details.param }),
      },
    };
  }
}

/** The refusal for an id that names nothing: 404 when it stands in the address, 400 when it came as a parameter. */
export function noSuchResource(noun: string, id: string, param = "id"): ApiError {
  return new ApiError(`No such ${noun}: '${id}'`, {
    status: param === "id" ? 404 : 400,
    code: "resource_missing",
    param,
  });
}

/** The refusal of a call that needs a card to pay, by the card's bank. */
export function refusedCard(refusal: {
  code: string;
  declineCode: string;
  message: string;
}): ApiError {
  const { code, declineCode, message } = refusal;
  return new ApiError(message, { status: 402, type: "card_error", code, declineCode });
}
