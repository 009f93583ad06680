import { render, screen } from "@testing-library/react";
import { Component, type ReactNode, useState } from "react";
import { expect, it, vi } from "vitest";
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

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isFailed: false };
  static getDerivedStateFromError = () => ({ isFailed: true });
  override render() {
    return this.state.isFailed ? "Failed" : this.props.children;
  }
}

it("loads its script again the next time, if it failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isDown = true;
  const Part = later(async () => {
    if (isDown) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: Greeting };
  });
  const part = (
    <Boundary>
      <Part name="Ann" />
    </Boundary>
  );
  const { unmount } = render(part);
  expect(await screen.findByText("Failed")).toBeVisible();
  unmount();
  isDown = false;
  render(part);
  expect(await screen.findByLabelText("Ann, now Ann")).toBeVisible();
});

it("keeps the part's state if its script loads a second time", async () => {
  const Part = later(async () => ({ default: Greeting }));
  const { rerender } = render(<Part name="Ann" />);
  await screen.findByLabelText("Ann, now Ann");
  await Part.preload();
  rerender(<Part name="Bo" />);
  expect(screen.getByLabelText("Ann, now Bo")).toBeVisible();
});
