import { Component, type ReactNode } from "react";
import { ErrorPage } from "./ErrorPage.tsx";

interface Props {
  children: ReactNode;
  /** Changes when the broken part has been left; the next one gets a new chance. */
  resetKey?: string;
}

/** Catches what a screen throws while it draws itself, and says so in its place; React has logged it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    return error ? <ErrorPage error={error} inside={this.props.resetKey !== undefined} /> : this.props.children;
  }
}
