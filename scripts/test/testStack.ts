import type { Variables } from '../lib/children.ts'
import type { StepList } from '../lib/output.ts'
import { inRoot } from '../lib/paths.ts'
import { readCloudEnvironment } from '../stack/environment.ts'
import { readPort } from '../stack/ports.ts'
import { type Stack, type StackOptions, startStack } from '../stack/stack.ts'

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

/** Whether the browser tests' stack already runs, for example since `npm run test:stack`. */
export async function isTestStackRunning(): Promise<boolean> {
  const { sitePort, portBase, dataDir } = testStackOptions()
  try {
    const { LOCAL_CONTROL_TOKEN } = readCloudEnvironment(dataDir)
    const responses = await Promise.all([
      fetch(`http://localhost:${sitePort}/api/health`),
      fetch(`http://localhost:${portBase}/_control/status`, {
        headers: { Authorization: `Bearer ${LOCAL_CONTROL_TOKEN}` },
      }),
    ])
    return responses.every(({ ok }) => ok)
  } catch {
    return false
  }
}

/** Starts the stack of the browser tests, see {@link startStack}. */
export function startTestStack(steps: StepList): Promise<Stack> {
  return startStack({ ...testStackOptions(), steps })
}
