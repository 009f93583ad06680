import { useState } from "react";
import { useLocation } from "react-router-dom";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useSession } from "../../lib/useSession.ts";
import { SendPage } from "./SendPage.tsx";
import { SendsList } from "./SendsList.tsx";

/** The tab "Sends": all of them (`#sends`), or the page of one (`#sends/<id>`). */
export default function SendsTab() {
  const { isLoading, isAuthenticated } = useSession();
  const { hash } = useLocation();
  // A person who comes back from a send finds the list as they left it.
  const [sought, setSought] = useState("");
  if (isLoading) return <Spinner label="Loading" />;
  if (!isAuthenticated) return <Notice>Please sign in to see your sends.</Notice>;
  const id = /^#sends\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1];
  return id === undefined ? <SendsList sought={sought} onSeek={setSought} /> : <SendPage key={id} id={id} />;
}
