import type { ComponentProps, ReactNode } from "react";
import styles from "./Button.module.css";

interface ButtonLook {
  /** "contained" leads on, "outlined" offers something else, "text" shows, hides or takes back. */
  variant?: "contained" | "outlined" | "text" | undefined;
  color?: "primary" | "secondary" | "inherit" | "error" | undefined;
  size?: "small" | "medium" | "large" | undefined;
  className?: string | undefined;
}

/** The attributes that make an element, such as a link, look like a button. */
export function buttonLook({
  variant = "outlined",
  color = "primary",
  size = "medium",
  className,
}: ButtonLook = {}) {
  return {
    className: className ? `${styles.button} ${className}` : styles.button,
    "data-variant": variant,
    "data-color": color,
    "data-size": size,
  };
}

/** Safari focuses a button that is clicked only if it says so. */
const FOCUSABLE = 0;

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, keyof ButtonLook> {
  startIcon?: ReactNode;
}

/** A button with words. */
export function Button({
  variant,
  color,
  size,
  className,
  type = "button",
  tabIndex = FOCUSABLE,
  startIcon,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...buttonLook({ variant, color, size, className })}
      type={type}
      tabIndex={tabIndex}
      {...rest}
    >
      {startIcon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  size?: "small" | "medium";
}

/** A button with an icon only; its words are the `aria-label`. */
export function IconButton({
  size = "medium",
  type = "button",
  tabIndex = FOCUSABLE,
  ...rest
}: IconButtonProps) {
  return (
    <button className={styles.icon} data-size={size} type={type} tabIndex={tabIndex} {...rest} />
  );
}
