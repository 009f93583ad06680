import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { later } from "./later.tsx";

function Greeting({ name }: { name: string }) {
  const [first] = useState(name);
  return <input aria-label={`${first}, now ${name}`} />;
}

it("shows the fallback until its script is there", async () => {
  let arrive = (_module: { default: typeof Greeting }) => {};
  const script = new Promise<{ default: typeof Greeting }>((resolve) => {
    arrive = resolve;
  });
  const Part = later(() => script, "Loading");
  render(<Part name="Ann" />);
  expect(screen.getByText("Loading")).toBeVisible();
  arrive({ default: Greeting });
  expect(await screen.findByLabelText("Ann, now Ann")).toBeVisible();
});

it("draws at once after its script was loaded", async () => {
  const Part = later(async () => ({ default: Greeting }), "Loading");
  await Part.preload();
  render(<Part name="Ann" />);
  expect(screen.getByLabelText("Ann, now Ann")).toBeVisible();
});

it("keeps the part's state if its script loads a second time", async () => {
  const Part = later(async () => ({ default: Greeting }));
  const { rerender } = render(<Part name="Ann" />);
  await screen.findByLabelText("Ann, now Ann");
  await Part.preload();
  rerender(<Part name="Bo" />);
  expect(screen.getByLabelText("Ann, now Bo")).toBeVisible();
});
