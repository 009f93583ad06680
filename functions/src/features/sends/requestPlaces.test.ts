import { expect, test } from "vitest";
import { RequestPlaces } from "./requestPlaces.ts";

test("allows two for each person, three in all, and reuses a place that was returned", () => {
  const places = new RequestPlaces(2, 3);
  const first = places.take("ada");
  const second = places.take("ada");
  expect(places.take("ada")).toBeNull();
  const third = places.take("grace");
  expect([first, second, third].every((leave) => leave !== null)).toBe(true);
  expect(places.take("mary")).toBeNull();
  first?.();
  expect(places.taken()).toBe(2);
  expect(places.take("mary")).not.toBeNull();
  expect(places.take("ada")).toBeNull();
  second?.();
  expect(places.take("ada")).not.toBeNull();
});
