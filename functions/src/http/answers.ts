import type { NextFunction, Request, Response } from "express";

/**
 * How long an answer may take to leave: milliseconds, and one more for so many bytes, which is 2
 * Mbit a second.
 */
const ANSWER_MS = 5_000;
const BYTES_PER_MS = 256;

/**
 * Closes the connection of a client that reads its answer too slowly: until it has left, it holds a
 * place.
 */
export function cutSlowAnswer(request: Request, response: Response, next: NextFunction): void {
  const { socket } = request;
  const before = socket.bytesWritten;
  // All of it is given to the connection then.
  response.once("prefinish", () => {
    const ms = ANSWER_MS + (socket.bytesWritten - before) / BYTES_PER_MS;
    const deadline = setTimeout(() => socket.destroy(), ms);
    response.once("close", () => clearTimeout(deadline));
  });
  next();
}

/**
 * Calls `then` when the answer to a request has left. It may never leave: the client may be gone
 * already, or go while earlier answers of the same connection are still waited for. An answer that
 * never had its turn ends without an event.
 */
export function whenAnswerLeft({ res, socket }: Request, then: () => void): void {
  const end = () => {
    res?.off("close", end);
    socket.off("close", end);
    then();
  };
  if (!res || res.closed || socket.destroyed) end();
  else for (const one of [res, socket]) one.once("close", end);
}
