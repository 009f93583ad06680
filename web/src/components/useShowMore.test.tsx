import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useShowMore } from "./useShowMore.tsx";

function Names() {
  const { shown, showMore } = useShowMore(
    ["Ann", "Bo", "Cy", "Di"],
    2,
    (hidden) => `${hidden} more`,
  );
  return (
    <>
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {showMore}
    </>
  );
}

it("a button that shows the others, and leads to the first of them", async () => {
  render(<Names />);
  await userEvent.click(screen.getByRole("button", { name: "Show 2 more" }));
  expect(screen.getByText("Cy")).toHaveFocus();
  expect(screen.queryByRole("button")).toBeNull();
});
