import { createServer, type Server, Socket } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  chooseShift,
  isFree,
  nextShift,
  type PortName,
  portsFor,
  shiftProblem,
  takenPorts,
} from "./ports.ts";

const parts = Object.keys(portsFor(0)) as PortName[];

/**
 * Every port that a browser must not call: the table of
 * https://fetch.spec.whatwg.org/#port-blocking (2026).
 */
const BLOCKED = [
  ...[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104,
  ],
  ...[
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513,
    514, 515, 526,
  ],
  ...[
    530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723,
    2049, 3659, 4045,
  ],
  ...[4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];

const servers: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

/** Listens at an address, on a port of the system's choice unless given. */
async function listen(host: string, ipv6Only = false, port = 0): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, ipv6Only, port }, resolve);
  });
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

describe("the ports", () => {
  it("are the ones that tests and README use", () => {
    expect(portsFor(0)).toMatchObject({
      app: 5000,
      functions: 5001,
      auth: 9099,
      storage: 9199,
      google: 4010,
    });
  });

  it("move together, and those of stacks a thousand apart are never the same", () => {
    expect(portsFor(100)).toMatchObject({ app: 5100, google: 4110 });
    const all = Array.from({ length: 21 }, (_, n) => Object.values(portsFor(n * 1000))).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a shift", () => {
  it("is refused if and only if the fetch standard blocks one of its ports: all shifts", () => {
    const wrong = Array.from({ length: 20_001 }, (_, shift) => shift).filter((shift) => {
      const port = Object.values(portsFor(shift)).find((each) => BLOCKED.includes(each));
      return shiftProblem(shift) !== (port && `browsers refuse to call port ${port}`);
    });
    expect(wrong).toEqual([]);
    expect([0, 3000, 10_000, 1000, 2000].map((shift) => shiftProblem(shift) === undefined)).toEqual(
      [...[true, true, true, false, false]],
    );
  });

  it("has blocked ports that Node refuses, too", async () => {
    const answers = BLOCKED.slice(1).map((port) =>
      fetch(`http://127.0.0.1:${port}/`).catch(({ cause }) => cause.message),
    );
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["bad port"]));
  });

  it.each(["abc", "-1", "1.5", "20001", "1e9"])("is refused if it is %s", async (text) => {
    vi.stubEnv("SENDWRIGHT_PORT_SHIFT", text);
    const sentence = `SENDWRIGHT_PORT_SHIFT=${text} can't work: a shift is a whole number from 0 to 20000. 13000 works.`;
    await expect(chooseShift(3000, [])).rejects.toThrow(sentence);
  });

  it("is refused with one that works if its ports are blocked", async () => {
    vi.stubEnv("SENDWRIGHT_PORT_SHIFT", "1000");
    const sentence =
      "SENDWRIGHT_PORT_SHIFT=1000 can't work: browsers refuse to call port 6000. 13000 works.";
    await expect(chooseShift(3000, [])).rejects.toThrow(sentence);
  });

  it.each([
    ["", 3000],
    ["0", 0],
    ["100", 100],
    ["20000", 20_000],
  ])("is used as SENDWRIGHT_PORT_SHIFT=%s names it", async (text, shift) => {
    vi.stubEnv("SENDWRIGHT_PORT_SHIFT", text);
    expect(await chooseShift(3000, [])).toBe(shift);
  });
});

describe("the next shift", () => {
  /** As a machine sees it on which these ports are taken. */
  const takenOf = (taken: number[]) => async (ports: number[]) =>
    ports.filter((port) => taken.includes(port));

  it("is the first one that no other command usually takes", async () => {
    expect(await nextShift(0, parts, takenOf([5000]))).toBe(10_000);
    expect(await nextShift(0, parts, takenOf([5000, 15_000]))).toBe(20_000);
    expect(await nextShift(3000, parts, takenOf([8000]))).toBe(13_000);
  });

  it("is allowed and free whatever is taken, and found if there is one", async () => {
    const thousands = Array.from({ length: 20 }, (_, n) => (n + 1) * 1000);
    const port = fc
      .tuple(fc.constantFrom(...thousands), fc.constantFrom(...parts))
      .map(([n, part]) => portsFor(n)[part]);
    const usual = fc.constantFrom(0, 3000, 4000, 6000, 7000, 8000, 9000);
    await fc.assert(
      fc.asyncProperty(usual, fc.array(port, { maxLength: 80 }), async (from, taken) => {
        const works = (shift: number) =>
          Object.values(portsFor(shift)).every(
            (each) => !BLOCKED.includes(each) && !taken.includes(each),
          );
        const next = await nextShift(from, parts, takenOf(taken)).catch(
          (error: Error) => error.message,
        );
        if (typeof next === "number") expect(works(next) && next !== from).toBe(true);
        else
          expect([next, thousands.filter((shift) => shift !== from && works(shift))]).toEqual([
            expect.stringContaining("No shift"),
            [],
          ]);
      }),
    );
  });
});

describe("a port is taken if a program listens", () => {
  it.each([
    ["at 127.0.0.1", "127.0.0.1", false],
    ["at all IPv4 addresses", "0.0.0.0", false],
    ["at all addresses", "::", false],
    ["at all IPv6 addresses only", "::", true],
    ["at ::1", "::1", true],
  ])("%s", async (_name, host, ipv6Only) => {
    const port = await listen(host, ipv6Only);
    expect(await isFree(port)).toBe(false);
    expect(await takenPorts([port])).toEqual([port]);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    // The system may give it to another program's connection for a moment.
    await expect.poll(() => isFree(port)).toBe(true);
  });
});

describe("a shift whose port is taken", () => {
  /** A shift at which Firestore's port is one that the system gave us. */
  async function takenShift(): Promise<[shift: number, port: number]> {
    for (let shift = 19_001; shift < 20_000; shift++) {
      const { firestore } = portsFor(shift);
      if (shiftProblem(shift) === undefined && (await isFree(firestore)))
        return [shift, await listen("127.0.0.1", false, firestore)];
    }
    throw new Error("no shift");
  }

  it("is left for the next one, in one line, if no one named it", async () => {
    const said = vi.spyOn(console, "log").mockReturnValue();
    const [shift, port] = await takenShift();
    vi.stubEnv("SENDWRIGHT_PORT_SHIFT", "");
    const next = await chooseShift(shift, ["firestore"]);
    expect(await isFree(portsFor(next).firestore)).toBe(true);
    expect(said.mock.calls).toEqual([
      [`Every port moves by ${next}, because port ${port} is taken by another program.`],
    ]);
    said.mockRestore();
  });

  it("is refused, with one that works, if it was named", async () => {
    const [shift, port] = await takenShift();
    vi.stubEnv("SENDWRIGHT_PORT_SHIFT", String(shift));
    const failure = await chooseShift(0, ["firestore"]).catch(({ message }) => message);
    const [, works] =
      /^SENDWRIGHT_PORT_SHIFT=\d+ can't work: port \d+ is taken by another program\. (\d+) works\.$/.exec(
        failure,
      ) ?? [];
    expect(failure).toContain(`port ${port} is`);
    expect(await isFree(portsFor(Number(works)).firestore)).toBe(true);
  });

  it("is used if none of the taken ports is of these parts", async () => {
    const [shift] = await takenShift();
    vi.stubEnv("SENDWRIGHT_PORT_SHIFT", "");
    expect(await chooseShift(shift, ["storage"])).toBe(shift);
  });
});

it("a program that accepts no connection doesn't keep a start waiting for minutes", async () => {
  const port = await listen("::1", true);
  const hang = vi.spyOn(Socket.prototype, "connect").mockReturnThis();
  await expect(isFree(port)).resolves.toBe(true);
  expect(hang).toHaveBeenCalledTimes(2);
  hang.mockRestore();
});
