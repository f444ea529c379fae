import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { runProgram } from '../lib/children.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import { Problem } from '../lib/problem.ts'
import { type ContentLakeAccess, createAdminClient } from '../lib/sanityClient.ts'
import { type CloudEnvironment, getNeutralEnvironment } from './environment.ts'
import { computeBuildFingerprint } from './sources.ts'

/** Revision by document id, of all published documents. */
export type Revisions = Record<string, string>

const recordSchema = z.object({ fingerprint: z.string(), revisions: z.record(z.string(), z.string()) })

/** The record of a build, in the build's folder, so that both are deleted together. */
export type BuildRecord = z.infer<typeof recordSchema>

const getRecordFile = (distDir: string) => inRoot(distDir, 'built-by-up.json')

/** Reads the record of the last complete build in a folder; undefined without one. */
export function readBuildRecord(distDir: string): BuildRecord | undefined {
  if (!existsSync(inRoot(distDir, 'BUILD_ID'))) return undefined
  try {
    return recordSchema.parse(JSON.parse(readFileSync(getRecordFile(distDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Fetches the revisions of all published documents. */
export async function fetchPublishedRevisions(contentLake: ContentLakeAccess): Promise<Revisions> {
  const documents = await createAdminClient(contentLake).fetch<{ _id: string; _rev: string }[]>(
    '*[_id in path("*")]{_id, _rev}',
  )
  return Object.fromEntries(documents.map(({ _id, _rev }) => [_id, _rev]))
}

/** Fetches the texts of the error page. Error pages contain them, so a changed text requires another build. */
async function fetchErrorPageTexts(cloud: CloudEnvironment): Promise<string> {
  return JSON.stringify(
    await createAdminClient(cloud).fetch(
      '*[_id == "errorPage"][0]{title, heading, text, retryLabel, homeLabel}',
    ),
  )
}

/**
 * Builds the site, unless the last build has the same sources, packages, variables and texts of the error page.
 *
 * @param options.variables - the site's variables, as {@link getSiteVariables} returns them
 * @returns whether it was built, and the revisions of the content at the last build
 * @throws Problem when the build fails
 */
export async function buildSite(
  cloud: CloudEnvironment,
  options: { distDir: string; variables: Record<string, string>; logFile: string },
): Promise<{ wasBuilt: boolean; revisions: Revisions }> {
  const { distDir, variables, logFile } = options
  const fingerprint = computeBuildFingerprint(root, {
    ...variables,
    builtInContent: await fetchErrorPageTexts(cloud),
  })
  const lastBuild = readBuildRecord(distDir)
  if (lastBuild?.fingerprint === fingerprint) return { wasBuilt: false, revisions: lastBuild.revisions }

  rmSync(getRecordFile(distDir), { force: true })
  // Next reuses responses of an earlier build otherwise, and prerenders old content.
  rmSync(inRoot(distDir, 'cache', 'fetch-cache'), { recursive: true, force: true })
  const revisions = await fetchPublishedRevisions(cloud)
  const code = await runProgram({
    file: programs.next,
    args: ['build'],
    env: { ...getNeutralEnvironment(), ...variables },
    logFile,
  })
  if (code !== 0) throw new Problem('The site could not be built.', logFile)
  writeFileSync(join(getRecordFile(distDir)), JSON.stringify({ fingerprint, revisions }))
  return { wasBuilt: true, revisions }
}
