import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

/** Bodies by name; remembers which had to give up. */
function bodies(most: ConstructorParameters<typeof Arrivals>[0]) {
  const arrivals = new Arrivals(most);
  const lost: string[] = [];
  let count = 0;
  const take = (caller: string, network = caller) => {
    count += 1;
    const name = `${caller} ${count}`;
    return arrivals.take({ caller, network, giveUp: () => lost.push(name) });
  };
  return { take, lost };
}

test("a caller, a network and everyone have so many, and one that ends makes room for the next", () => {
  const { take, lost } = bodies({ caller: 2, network: 3, all: 5 });
  const first = take("a", "edge");
  expect(first).not.toBeNull();
  expect(take("a", "edge")).not.toBeNull();
  expect(take("a", "edge")).toBeNull();
  expect(take("b", "edge")).not.toBeNull();
  expect(take("c", "edge")).toBeNull();
  expect(take("d", "other")).not.toBeNull();
  expect(take("e", "third")).not.toBeNull();
  first?.();
  first?.();
  expect(take("c", "edge")).not.toBeNull();
  expect(lost).toEqual([]);
});

test("if all are taken, the network that has the most loses its oldest to one with at least two fewer", () => {
  const { take, lost } = bodies({ caller: 2, network: 20, all: 2 });
  const first = take("invented 1", "flood");
  take("invented 2", "flood");
  expect(take("invented 3", "flood")).toBeNull();
  expect(take("a", "edge")).not.toBeNull();
  expect(lost).toEqual(["invented 1 1"]);
  // One each: the next caller has to wait.
  first?.();
  expect(take("b", "third")).toBeNull();
  expect(lost).toHaveLength(1);
});

test("of one network, the caller that has the most loses its oldest", () => {
  const { take, lost } = bodies({ caller: 2, network: 20, all: 2 });
  take("flood", "edge");
  take("flood", "edge");
  expect(take("flood", "edge")).toBeNull();
  expect(take("a", "edge")).not.toBeNull();
  expect(lost).toEqual(["flood 1"]);
});
