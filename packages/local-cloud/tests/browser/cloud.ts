import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'

/** Calls the control API: with POST if there is a body, otherwise with GET. */
export async function control<Result>(
  { origin, env }: RunningCloud,
  path: string,
  body?: object,
): Promise<Result> {
  const response = await fetch(`${origin}/_control/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${env.LOCAL_CONTROL_TOKEN}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/**
 * Expects no violation of axe's accessibility rules. Excludes the frame of a message, because the frame blocks the
 * script that axe waits for.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Playwright's `test` with a local cloud for each worker. */
export const test = base.extend<object, { cloud: RunningCloud }>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    async ({}, use) => {
      const cloud = await startLocalCloud()
      await use(cloud)
      await cloud.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
