import { setTimeout as wait } from "node:timers/promises";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { expect } from "vitest";
import type { Chance } from "../../test/chance.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import {
  addSuppressions,
  readSuppressions,
  removeSuppressions,
} from "../src/store/suppressions.ts";

/** An email that was claimed: whom it names, and the versions of the list between which it was. */
interface ClaimedEmail {
  people: string[];
  /** The version that its slice had seen. */
  seen: number;
  /** How many changes had begun. */
  begun: number;
}

/**
 * Someone who adds people to the list of those they don't email, and removes them again, while
 * workers send; it knows what each version said, and what each worker had seen.
 */
export class ListKeeper {
  readonly #uid: string;
  readonly #chance: Chance;
  /** By version: the keys of the people who aren't emailed. */
  readonly #versions = new Map<number, ReadonlySet<string>>([[0, new Set()]]);
  readonly #emails: ClaimedEmail[] = [];
  #begun = 0;

  constructor(uid: string, chance: Chance) {
    this.#uid = uid;
    this.#chance = chance;
  }

  /** Adds some of these people or removes some, again and again. Call it for one round at a time. */
  async persist(people: readonly string[]): Promise<void> {
    for (let i = this.#chance.integer(1, 6); i > 0; i--) {
      await this.#change(people);
      await wait(this.#chance.integer(0, 40));
    }
  }

  async #change(people: readonly string[]): Promise<void> {
    const some = Array.from({ length: this.#chance.integer(1, 8) }, () =>
      this.#chance.pick(people),
    );
    this.#begun += 1;
    if (this.#chance.is(0.7)) await addSuppressions(this.#uid, some, "typed", Date.now(), () => {});
    else await removeSuppressions(this.#uid, some, () => {});
    const { version, suppressions } = await readSuppressions(this.#uid, () => {});
    // A change that changes nothing has no version.
    this.#begun = version;
    this.#versions.set(version, new Set(suppressions.map(({ address }) => addressKey(address))));
  }

  /** A worker whose emails are remembered with the version that it had seen when it claimed them. */
  watched<E extends Engine>(engine: E): E {
    let seen = 0;
    const claims = new Map<string, { seen: number; begun: number }>();
    const { watchSuppressions, claimRow } = engine.ledger;
    return {
      ...engine,
      ledger: {
        ...engine.ledger,
        watchSuppressions: (uid, onChange, onError) =>
          watchSuppressions(
            uid,
            (list) => {
              seen = list?.version ?? 0;
              onChange(list);
            },
            onError,
          ),
        claimRow: (row, lease, call) => {
          claims.set(row.to, { seen, begun: this.#begun });
          return claimRow(row, lease, call);
        },
      },
      sendMessage: (call) => {
        const people = peopleIn(Buffer.concat(call.message).toString("latin1"));
        const claim = claims.get(people[0] ?? "");
        if (!claim) throw new Error("An email without a claim.");
        this.#emails.push({ people, ...claim });
        return engine.sendMessage(call);
      },
    };
  }

  /**
   * No email names anyone who was on the list from the version that its slice had seen until its
   * claim. Returns how many emails it has looked at that were claimed with someone on the list.
   */
  expectObeyed(): number {
    for (const { people, seen, begun } of this.#emails) {
      const versions = Array.from({ length: begun - seen + 1 }, (_, i) => seen + i);
      const wrong = people.filter((one) =>
        versions.every((version) => this.#versions.get(version)?.has(addressKey(one)) === true),
      );
      expect({ seen, begun, wrong }).toEqual({ seen, begun, wrong: [] });
    }
    return this.#emails.filter(({ seen }) => (this.#versions.get(seen)?.size ?? 0) > 0).length;
  }
}

/** Everyone whom an email names in To, Cc and Bcc, in this order. */
function peopleIn(raw: string): string[] {
  return ["To", "Cc", "Bcc"].flatMap((name) => {
    const [, field = ""] = new RegExp(`^${name}: ((?:.|\r\n[ \t])*)\r$`, "m").exec(raw) ?? [];
    return field.match(/[^\s<>,]+@[^\s<>,]+/g) ?? [];
  });
}
