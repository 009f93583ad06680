import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Direct } from "./useDirectSend.ts";

/** Chooses the template that the address names (`#direct-send/<id>`), as its list leads here; nothing while mail is being sent. */
export function useNamedTemplate({ change, isBusy }: Pick<Direct, "change" | "isBusy">): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const id = /^#direct-send\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1];
  useEffect(() => {
    if (id === undefined) return;
    if (!isBusy) change({ type: "template", id });
    void navigate({ hash: "direct-send" }, { replace: true });
  }, [id, isBusy, change, navigate]);
}
