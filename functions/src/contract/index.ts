export * from "./account.ts";
export * from "./appError.ts";
export * from "./demo.ts";
export * from "./endpoint.ts";
export * from "./limits.ts";
export * from "./reasons.ts";
export * from "./sends.ts";
export * from "./templates.ts";
