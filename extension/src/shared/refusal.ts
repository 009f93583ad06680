import { AppError, isReason } from "@sendwright/core/contract";

/** A refusal as it can be stored, and as it travels from the worker to a surface; an `AppError` cannot. */
export interface StoredRefusal {
  reason: string;
  message: string;
  requestId?: string;
  retryAfter?: number;
}

export function toStored({ reason, message, requestId, retryAfter }: AppError): StoredRefusal {
  return { reason, message, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) };
}

export function fromStored({ reason, message, ...more }: StoredRefusal): AppError {
  return new AppError(isReason(reason) ? reason : "internal_server_error", message, more);
}
