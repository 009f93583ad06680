import * as z from "zod";

/**
 * How a stored email writes its dates in words; missing before there was a choice. A language of a
 * later version is kept, and written if the platform knows it.
 */
export const storedDateWords = {
  date_language: z.string().exactOptional(),
  date_weekday: z.boolean().exactOptional(),
};
