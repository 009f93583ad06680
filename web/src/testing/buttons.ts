import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

type Name = string | RegExp;

/** The button with this name: there now, there soon, or perhaps not there. */
export const button = (name: Name) => screen.getByRole<HTMLButtonElement>("button", { name });
export const findButton = (name: Name) => screen.findByRole<HTMLButtonElement>("button", { name });
export const queryButton = (name: Name) =>
  screen.queryByRole<HTMLButtonElement>("button", { name });

/** Clicks the button with this name as soon as it is there. */
export const clickButton = async (name: Name) => userEvent.click(await findButton(name));
