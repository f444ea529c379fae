import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sanityImport } from '@sanity/import'
import { inRoot } from '../lib/paths.ts'
import { Problem } from '../lib/problem.ts'
import { type ContentLakeAccess, countDocuments, createAdminClient } from '../lib/sanityClient.ts'
import type { CloudEnvironment } from './environment.ts'

/** The folder of the site's initial content, in Sanity's export form. */
export const seedFolder = inRoot('seed')

/** Returns the path of a marker file that exists during an import, so that an interrupted import is repeated. */
const getMarkerFile = (dataDir: string) => join(dataDir, 'seed-unfinished')

/** Whether a local cloud has no content yet, or only what an interrupted import left. */
export async function needsSeed(cloud: CloudEnvironment, dataDir: string): Promise<boolean> {
  if (existsSync(getMarkerFile(dataDir))) return true
  return (await countDocuments(cloud)) === 0
}

/**
 * Loads content into a dataset through Sanity's own import package; documents with the same ids are replaced.
 *
 * @param options.dataDir - the folder of the marker file of an unfinished import
 * @param options.folder - a folder with an `.ndjson` file, `images/` and `files/`, as `sanity dataset export` writes it
 * @param options.reportProgress - called with the current step
 * @returns the number of written documents
 * @throws Problem when anything could not be imported
 */
export async function loadSeed(
  access: ContentLakeAccess,
  options: { dataDir: string; folder?: string | undefined; reportProgress?: (note: string) => void },
): Promise<number> {
  const marker = getMarkerFile(options.dataDir)
  writeFileSync(marker, '')
  try {
    const { numDocs, warnings } = await sanityImport(options.folder ?? seedFolder, {
      client: createAdminClient(access),
      operation: 'createOrReplace',
      onProgress: ({ step, current, total }) =>
        options.reportProgress?.(
          total ? `${step.toLowerCase()} ${current ?? 0}/${total}` : step.toLowerCase(),
        ),
    })
    if (warnings[0]) throw new Problem(`The seed was not loaded completely: ${warnings[0].message}`)
    rmSync(marker, { force: true })
    return numDocs
  } catch (error) {
    if (error instanceof Problem) throw error
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new Problem(`The seed could not be loaded: ${reason}`)
  }
}

/**
 * Empties the datasets of a running local cloud, and loads a seed.
 *
 * @param folder - as for {@link loadSeed}
 * @throws Problem when the cloud refuses or anything could not be imported
 */
export async function restoreSeed(cloud: CloudEnvironment, dataDir: string, folder?: string): Promise<void> {
  const consolePort = Number(new URL(cloud.NEXT_PUBLIC_SANITY_API_HOST).port) - 1
  const response = await fetch(`http://localhost:${consolePort}/_control/reset`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${cloud.LOCAL_CONTROL_TOKEN}` },
  })
  if (!response.ok)
    throw new Problem(`The content could not be emptied: the local cloud responded ${response.status}.`)
  await loadSeed(cloud, { dataDir, folder })
}
