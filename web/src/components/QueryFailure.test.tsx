import { AppError } from "@sendwright/core/contract";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { QueryFailure } from "./ErrorNotice.tsx";

it("says why, with the id to quote, and asks again, once at a time", async () => {
  const refetch = vi.fn();
  const error = new AppError("internal_server_error", "Could not load your sends.", {
    requestId: "r-17",
  });
  const { rerender } = render(<QueryFailure error={error} isFetching={false} refetch={refetch} />);
  expect(screen.getByRole("alert")).toHaveTextContent("Could not load your sends.");
  expect(screen.getByText("r-17")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
  rerender(<QueryFailure error={new Error("Lost.")} isFetching refetch={refetch} />);
  expect(screen.getByRole("button", { name: "Try again" })).toBeDisabled();
});
