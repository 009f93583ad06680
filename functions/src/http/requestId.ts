import { randomUUID } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

/** Gives every request an id of its own, which the answer and the log carry. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.set("X-Request-Id", randomUUID());
  next();
}

export function requestIdOf(response: Response): string {
  return response.get("X-Request-Id") ?? "";
}
