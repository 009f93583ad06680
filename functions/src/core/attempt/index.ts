export * from "./attempt.ts";
export * from "./hold.ts";
export * from "./patience.ts";
