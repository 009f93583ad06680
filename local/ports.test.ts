import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { portShift, portsFor } from "./ports.ts";
import { isFree, requireFreePorts } from "./stack.ts";

/** Listens on a port of the system's choice while `use` runs. */
async function whileListening(use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  try {
    await use(address.port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("the ports", () => {
  it("are those that tests and README rely on", () => {
    expect(portsFor(0)).toMatchObject({ app: 5000, functions: 5001, auth: 9099, storage: 9199, google: 4010 });
  });

  it("move together, and never onto each other", () => {
    const moved = portsFor(100);
    expect(moved).toMatchObject({ app: 5100, google: 4110 });
    expect(new Set(Object.values(moved)).size).toBe(Object.keys(moved).length);
  });

  it.each([
    ["0", 0],
    ["100", 100],
    [undefined, 0],
    ["20000", 20_000],
  ])("reads the shift %s", (text, shift) => {
    expect(portShift(text)).toBe(shift);
  });

  it.each(["abc", "-1", "1.5", "20001", "1e9"])("refuses the shift %s in one sentence", (text) => {
    expect(() => portShift(text)).toThrow(
      `SENDWRIGHT_PORT_SHIFT must be a whole number from 0 to 20000, not "${text}".`,
    );
  });
});

describe("a taken port", () => {
  it("is named, with what to do", async () => {
    await whileListening(async (port) => {
      expect(await isFree(port)).toBe(false);
      const sentence = `Port ${port} is taken by another program: stop it, or set SENDWRIGHT_PORT_SHIFT=1000 to move every port by 1000.`;
      await expect(requireFreePorts([port])).rejects.toThrow(sentence);
    });
  });

  it("is one of several that are named together", async () => {
    await whileListening((first) =>
      whileListening(async (second) => {
        await expect(requireFreePorts([first, second])).rejects.toThrow(`Ports ${first}, ${second} are taken`);
      }),
    );
  });

  it("is free again when its program has ended", async () => {
    let used = 0;
    await whileListening(async (port) => {
      used = port;
    });
    await expect(requireFreePorts([used])).resolves.toBeUndefined();
  });
});
