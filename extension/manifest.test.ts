import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { UNPACKED_EXTENSION_ID } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { idOf, operatorFrom, settingsFrom, writtenManifest } from "./manifest.mjs";

const written = readFileSync(new URL("public/manifest.json", import.meta.url), "utf8");
const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const manifestFor = (env: Record<string, string>) =>
  JSON.parse(writtenManifest(written, { ...settingsFrom(env), version }));

/**
 * The key in the manifest before the store gives its own: the page knows the id that Chrome makes
 * of it.
 */
const OWN_KEY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAt/xC6zzj4JpJ1sktOjHJBN9qJyozz/iMIMbvh4BeFeALmUFEN4x5OzM5NmG+amzDo3oNnDQfXYV/G/TgQkjlmL8VIrBG6242r7vFqSSp43qAr+LzuN/IYT1WztQ93vlBkgxvXfJB3qYtWBHbMNMM+z024gZr3tPh2Y1S3leA0V6Ol+coanuXBrMMsLXydfdEdy8PN4MmjYdYKaWLslp26RpfQe0MxTyg2tlPDvU75vPreeuqfRIi+QwLf7Ba6fjt/GAJbb5MO9nYmx7zaJ6HDFeDS+npPSg3Y/lwZXk3eET2e1K3YuJzYSSZTnd1zx8eCuD0XHSPNIS+uK8uOu8xaQIDAQAB";

const published = manifestFor({ SENDWRIGHT_ORIGIN: "https://mail.example" });

describe("the manifest", () => {
  it("asks for these permissions, and for no others", () => {
    expect(published.permissions).toEqual([
      "storage",
      "contextMenus",
      "activeTab",
      "scripting",
      "sidePanel",
    ]);
    expect(published.host_permissions).toEqual(["https://mail.example/*"]);
    // Requested when the person wants it; everything else works without it.
    expect(published.optional_permissions).toEqual(["notifications"]);
    expect(published).not.toHaveProperty("optional_host_permissions");
    expect(published).not.toHaveProperty("web_accessible_resources");
  });

  it("lets only the page's origin in: its content script, its messages", () => {
    expect(published.content_scripts).toEqual([
      { matches: ["https://mail.example/*"], js: ["bridge.js"], run_at: "document_start" },
    ]);
    expect(published.externally_connectable).toEqual({ matches: ["https://mail.example/*"] });
  });

  it("runs only our own scripts, talks only to the page, the API and Firebase, and only frames itself", () => {
    const policy: string = published.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain(
      "connect-src https://mail.example https://mail.example https://securetoken.googleapis.com;",
    );
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it("has the version of the package, and a key of which Chrome makes an id", () => {
    expect(published.version).toBe(version);
    const key = createPublicKey({
      key: Buffer.from(published.key, "base64"),
      format: "der",
      type: "spki",
    });
    expect(key.asymmetricKeyType).toBe("rsa");
    expect(idOf(published.key)).toMatch(/^[a-p]{32}$/);
    expect(idOf(OWN_KEY)).toBe(UNPACKED_EXTENSION_ID);
  });

  it("has the store's key once there is one, however it was copied", () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
    const line = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    for (const given of [pem, line, pem.replaceAll("\n", "\\n"), ` ${line} `]) {
      const { key } = manifestFor({
        SENDWRIGHT_ORIGIN: "https://mail.example",
        SENDWRIGHT_EXTENSION_KEY: given,
      });
      expect(key).toBe(line);
    }
    for (const wrong of ["dmmenghcbfjkbpdekoajhfpocahgbefm", line.slice(0, -8)])
      expect(() => settingsFrom({ SENDWRIGHT_EXTENSION_KEY: wrong })).toThrow(
        "the public key that the store shows",
      );
  });

  it("has an icon in each size that it names", () => {
    for (const [size, path] of Object.entries<string>(published.icons)) {
      const png = readFileSync(new URL(`public/${path}`, import.meta.url));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(size), Number(size)]);
    }
    expect(readdirSync(new URL("public/icons", import.meta.url)).sort()).toEqual([
      "128.png",
      "16.png",
      "32.png",
      "48.png",
    ]);
  });

  it("fills every blank with any settings", () => {
    expect(JSON.stringify(published)).not.toMatch(/\{(page|api|auth|version)\}/);
  });
});

describe("the operator in the extension", () => {
  const whole = {
    VITE_OPERATOR: "School",
    VITE_CONTACT_EMAIL: "it@school.example",
    VITE_IMPRINT: "https://school.example",
  };
  const real = settingsFrom({ SENDWRIGHT_ORIGIN: "https://mail.example" });

  it("is that of the page's settings, and no other setting gets in", () => {
    expect(operatorFrom({ ...whole, VITE_OTHER: "x", TOKEN: "secret" }, real)).toEqual(whole);
    expect(operatorFrom({}, settingsFrom({}))).toEqual({});
  });

  it.each(Object.keys(whole))("can't be missing from an extension for a real page: %s", (name) => {
    expect(() => operatorFrom({ ...whole, [name]: "" }, real)).toThrow(
      `needs ${name} in the environment`,
    );
  });
});

describe("the build's settings", () => {
  it("are the local stack's by default", () => {
    expect(settingsFrom({})).toEqual({
      page: "http://127.0.0.1:5000",
      api: "http://127.0.0.1:5000",
      auth: "http://127.0.0.1:9099/securetoken.googleapis.com",
    });
  });

  it("treat an API elsewhere as a separate host", () => {
    const manifest = manifestFor({
      SENDWRIGHT_ORIGIN: "https://mail.example",
      SENDWRIGHT_API: "https://api.mail.example",
    });
    expect(manifest.host_permissions).toEqual([
      "https://mail.example/*",
      "https://api.mail.example/*",
    ]);
  });

  it.each(["mail.example", "https://mail.example/app", "ftp://mail.example"])(
    "are refused when the page is %j",
    (page) => {
      expect(() => settingsFrom({ SENDWRIGHT_ORIGIN: page })).toThrow();
    },
  );
});
