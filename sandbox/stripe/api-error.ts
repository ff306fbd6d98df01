/** Errors of the API, in the shape that the provider's clients parse. */

/** `code` and `param` are left out where the provider leaves them out. */
interface ApiErrorDetails {
  status?: number;
  type?: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  code?: string;
  declineCode?: string;
  param?: string;
}

/** An error response: thrown anywhere below the router, sent as `{ error: … }` with its status (400 unless given). */
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

/** The error for an unknown id: 404 when it is in the URL, 400 when it is a parameter. */
export function noSuchResource(noun: string, id: string, param = "id"): ApiError {
  return new ApiError(`No such ${noun}: '${id}'`, {
    status: param === "id" ? 404 : 400,
    code: "resource_missing",
    param,
  });
}

/** The error of a call whose card payment was declined. */
export function cardDeclined(decline: {
  code: string;
  declineCode: string;
  message: string;
}): ApiError {
  const { code, declineCode, message } = decline;
  return new ApiError(message, { status: 402, type: "card_error", code, declineCode });
}
