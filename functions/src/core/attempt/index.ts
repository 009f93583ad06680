export * from "./attempt.ts";
export * from "./patience.ts";
