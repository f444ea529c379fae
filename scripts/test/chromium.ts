import { chromium } from '@playwright/test'
import { programs } from '../lib/paths.ts'
import { Problem } from '../lib/problem.ts'
import { findProgram, installLog, installWithApt, runQuietly } from './packages.ts'

/** The headless shell comes first, because it needs fewer resources than the full browser. */
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const chromiumArguments = ['--headless', '--no-sandbox', '--disable-gpu', '--version']

/** Finds a browser that starts; on Ubuntu, `chromium-browser` may only print how to install one. */
async function findChromium(): Promise<string | undefined> {
  const candidates = [...programNames, chromium.executablePath()].map((name) => findProgram([name]))
  for (const file of [process.env.CHROMIUM_PATH, ...candidates]) {
    if (file && (await runQuietly(file, chromiumArguments))) return file
  }
  return undefined
}

/**
 * Returns the path of a Chromium. Installs one when there is none: from Debian's packages as root, otherwise with
 * Playwright's download.
 *
 * @param reportProgress - called with the current step
 * @throws Problem when none can be installed
 */
export async function ensureChromium(reportProgress: (note: string) => void): Promise<string> {
  const existing = await findChromium()
  if (existing) return existing
  reportProgress('installing Chromium')
  // Debian has a package for the headless shell; some derived distributions have only the full browser.
  await installWithApt(['chromium-headless-shell'], ['chromium'])
  const installed = await findChromium()
  if (installed) return installed
  reportProgress('downloading Chromium')
  await runQuietly(process.execPath, [programs.playwright, 'install', 'chromium'])
  const downloaded = await findChromium()
  if (downloaded) return downloaded
  throw new Problem(
    'No Chromium was found and none could be installed: install Chrome, or set CHROMIUM_PATH to a Chromium.',
    installLog,
  )
}
