import { expect, it } from "vitest";
import { runCommand } from "./commands.ts";
import { sentenceOf } from "./failure.ts";

it.each([
  "Could not load the default credentials. Browse to https://cloud.google.com/docs/authentication/getting-started.",
  'Credential implementation provided to initializeApp() failed: "Could not load the default credentials."',
  "Getting metadata from plugin failed with error: invalid_grant",
  '{"error":"invalid_grant","error_subtype":"invalid_rapt"}',
])("a missing login is named with its command: %s", (message) =>
  expect(sentenceOf(new Error(message))).toContain("gcloud auth application-default login"),
);

it("any other failure keeps its sentence", () => {
  expect(sentenceOf(new Error("There is no such user."))).toBe("There is no such user.");
  expect(sentenceOf("7 PERMISSION_DENIED")).toBe("7 PERMISSION_DENIED");
});

it.each([
  ["--help"],
  ["-h"],
  ["stop", "--help"],
  ["--project", "ours-1", "stop", "--all", "--help"],
])("%s prints the usage, and does nothing", async (...words) =>
  expect((await runCommand(words)).join()).toContain("Use it like this"),
);

it.each([
  [["--everyone"]],
  [["stop", "--ada@example.org"]],
  [["stop", "--user", "-ada@example.org"]],
  [["stop", "--user"]],
  [["stop", "--all=yes"]],
])("the usage answers what it doesn't know, and repeats none of it: %j", async (words) => {
  const refused = runCommand(["--project", "ours-1", ...words]);
  await expect(refused).rejects.toThrow("Use it like this");
  await expect(refused).rejects.not.toThrow("ada@");
});
