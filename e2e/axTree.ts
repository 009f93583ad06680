import type { Page } from "@playwright/test";

/** A node of Chromium's accessibility tree, as far as the stories look at it. */
export interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  value?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

/**
 * Chromium's accessibility tree of a page, the root first, as a screen reader gets it. It doesn't replace a test with a
 * person.
 */
export async function axTree(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes as AxNode[];
}
