import type { Variables } from '../lib/children.ts'
import { runStep } from '../lib/output.ts'
import { inRoot } from '../lib/paths.ts'
import { readCloudEnvironment } from '../stack/environment.ts'
import { readPort } from '../stack/ports.ts'
import { restoreSeed } from '../stack/seed.ts'
import { type StackOptions, startStack } from '../stack/stack.ts'
import { ensureChromium } from './programs.ts'

/** Returns the options of the browser tests' stack: its own ports, data and build, and content reset to the seed. */
export function testStackOptions(): StackOptions {
  return {
    sitePort: readPort('TEST_SITE_PORT', 3100),
    portBase: readPort('TEST_PORT_BASE', 4100),
    portVariables: { site: 'TEST_SITE_PORT', cloud: 'TEST_PORT_BASE' },
    dataDir: inRoot('.test', 'cloud'),
    distDir: '.next-test',
    reset: true,
  }
}

/** Returns the variables that the browser tests read. */
export function testVariables(chromium: string): Variables {
  const { sitePort, portBase, dataDir } = testStackOptions()
  return {
    TEST_SITE_ORIGIN: `http://localhost:${sitePort}`,
    TEST_CLOUD_ORIGIN: `http://localhost:${portBase}`,
    TEST_DATA_DIR: dataDir,
    CHROMIUM_PATH: chromium,
  }
}

/** Whether the browser tests' stack is already running, for example because of `npm run test:stack`. */
async function isTestStackRunning(): Promise<boolean> {
  const { sitePort, portBase, dataDir } = testStackOptions()
  try {
    const headers = { Authorization: `Bearer ${readCloudEnvironment(dataDir).LOCAL_CONTROL_TOKEN}` }
    const responses = await Promise.all([
      fetch(`http://localhost:${sitePort}/api/health`),
      fetch(`http://localhost:${portBase}/_control/status`, { headers }),
    ])
    return responses.every(({ ok }) => ok)
  } catch {
    return false
  }
}

/** The local cloud and site of the browser tests. */
export type TestStack = { variables: Variables; stop(): Promise<void> }

/**
 * Finds or installs a browser, and starts the tests' own stack, reset to the seed and rebuilt if its sources changed.
 *
 * @param mayReuse - whether to use a running stack instead, with its content restored to the seed; `stop` then leaves
 *   it running
 */
export async function prepareStack(mayReuse: boolean): Promise<TestStack> {
  const variables = testVariables(await runStep('Find a browser', ensureChromium))
  if (mayReuse && (await isTestStackRunning())) {
    const { dataDir } = testStackOptions()
    await runStep('Restore the seed', () => restoreSeed(readCloudEnvironment(dataDir), dataDir))
    return { variables, stop: async () => {} }
  }
  const { stop } = await startStack(testStackOptions())
  return { variables, stop }
}
