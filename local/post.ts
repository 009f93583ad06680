import { PartFailed } from "./processes.ts";

/** Sends a request to an emulator, or to one of our functions. Throws if it isn't accepted. */
export async function post(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!answer.ok) throw new PartFailed(`${url} answered ${answer.status}: ${await answer.text()}`);
}
