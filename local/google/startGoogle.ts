import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGoogle } from "./app.ts";

import { clearState, openStateFolder } from "./stateFolder.ts";
import { openWorld } from "./world.ts";

export interface GoogleOptions {
  /** 0, or none, for any free port. */
  port?: number;
  /** The folder that outlives a restart; without it everything is forgotten. */
  statePath?: string;
  /** Begin empty, whatever the folder holds. */
  fresh?: boolean;
  /** Where the page is that this Google serves: the mailbox links to it. */
  appUrl?: string;
  now?: () => number;
}

export interface RunningGoogle {
  url: string;
  close(): Promise<void>;
}

/** Starts a local Google on 127.0.0.1. Throws when its port is taken. */
export async function startGoogle(options: GoogleOptions = {}): Promise<RunningGoogle> {
  const { port = 0, statePath, fresh = false, appUrl = "http://127.0.0.1:5000", now = Date.now } = options;
  if (fresh && statePath !== undefined) await clearState(statePath);
  const folder = statePath ?? (await mkdtemp(join(tmpdir(), "local-google-")));
  const world = await openWorld(openStateFolder(folder), now);
  const server = createServer(createGoogle(world, appUrl));
  // A connection that rests is closed by who opened it: Node would close it now and then under a request that is on its way.
  server.keepAliveTimeout = 0;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      if (statePath === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
