import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../lib/command.ts'
import { type ContentLakeAccess, countDocuments, importSeed } from '../lib/sanityClient.ts'
import type { CloudEnvironment } from './environment.ts'

/** Returns the path of a marker file that exists during an import, so that an interrupted import is repeated. */
const getMarkerFile = (dataDir: string) => join(dataDir, 'seed-unfinished')

/** Whether a local cloud has no content yet, or only what an interrupted import left behind. */
export async function needsSeed(cloud: CloudEnvironment, dataDir: string): Promise<boolean> {
  return existsSync(getMarkerFile(dataDir)) || (await countDocuments(cloud)) === 0
}

/** Loads the seed into a local cloud; see {@link importSeed}. */
export async function loadSeed(access: ContentLakeAccess, dataDir: string): Promise<number> {
  writeFileSync(getMarkerFile(dataDir), '')
  const count = await importSeed(access)
  rmSync(getMarkerFile(dataDir))
  return count
}

/**
 * Empties the datasets of a running local cloud, and loads the seed.
 *
 * @throws Problem when the datasets could not be emptied, or an item could not be imported
 */
export async function restoreSeed(cloud: CloudEnvironment, dataDir: string): Promise<void> {
  const consolePort = Number(new URL(cloud.NEXT_PUBLIC_SANITY_API_HOST).port) - 1
  const response = await fetch(`http://localhost:${consolePort}/_control/reset`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${cloud.LOCAL_CONTROL_TOKEN}` },
  })
  if (!response.ok)
    throw new Problem(`The content could not be deleted: the local cloud responded with ${response.status}.`)
  await loadSeed(cloud, dataDir)
}
