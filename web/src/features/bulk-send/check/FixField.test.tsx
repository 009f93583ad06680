import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { FixField } from "./FixField.tsx";

/** Two problems in a list; one that has been put right is gone. */
function List() {
  const [rows, setRows] = useState([1, 2]);
  return (
    <ul tabIndex={-1} aria-label="Problems">
      {rows.map((row) => (
        <li key={row}>
          <FixField
            row={row}
            column="Email"
            value=""
            options={undefined}
            onFix={() => setRows(rows.filter((one) => one !== row))}
          />
          <button type="button">Look</button>
        </li>
      ))}
    </ul>
  );
}

describe("putting a cell right", () => {
  it.each(["{Enter}", "{Tab}"])("goes on at the next problem after %s", async (key) => {
    render(<List />);
    await userEvent.type(screen.getByLabelText("Email, row 1"), `ann@x.org${key}`);
    expect(screen.queryByLabelText("Email, row 1")).toBeNull();
    expect(screen.getByLabelText("Email, row 2")).toHaveFocus();
    await userEvent.type(screen.getByLabelText("Email, row 2"), `bo@x.org${key}`);
    expect(screen.getByRole("list", { name: "Problems" })).toHaveFocus();
  });

  it("leaves Tab alone where nothing was written", async () => {
    render(<List />);
    screen.getByLabelText("Email, row 1").focus();
    await userEvent.tab();
    expect(screen.getAllByRole("button", { name: "Look" })[0]).toHaveFocus();
  });
});
