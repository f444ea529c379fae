import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { complete } from './children.ts'
import { type CloudEnvironment, neutralEnvironment } from './environment.ts'
import { inRoot, programs, root } from './paths.ts'
import { Problem } from './problem.ts'
import { adminClient, type ContentLakeAccess } from './sanityClient.ts'
import { buildFingerprint } from './sources.ts'

/** Revision by document id, of all published documents. */
export type Revisions = Record<string, string>

const noteSchema = z.object({ fingerprint: z.string(), revisions: z.record(z.string(), z.string()) })

/** The record of a build, in the build's folder, so that both are deleted together. */
export type BuildNote = z.infer<typeof noteSchema>

const noteFile = (distDir: string) => inRoot(distDir, 'built-by-up.json')

/** Reads the record of the last complete build in a folder; undefined without one. */
export function readBuildNote(distDir: string): BuildNote | undefined {
  if (!existsSync(inRoot(distDir, 'BUILD_ID'))) return undefined
  try {
    return noteSchema.parse(JSON.parse(readFileSync(noteFile(distDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Fetches the revisions of all published documents. */
export async function publishedRevisions(contentLake: ContentLakeAccess): Promise<Revisions> {
  const documents = await adminClient(contentLake).fetch<{ _id: string; _rev: string }[]>(
    '*[_id in path("*")]{_id, _rev}',
  )
  return Object.fromEntries(documents.map(({ _id, _rev }) => [_id, _rev]))
}

/** Error pages contain the texts of their build, so another text requires another build. */
async function builtInContent(cloud: CloudEnvironment): Promise<string> {
  return JSON.stringify(
    await adminClient(cloud).fetch('*[_id == "errorPage"][0]{title, heading, text, retryLabel, homeLabel}'),
  )
}

/**
 * Builds the site, unless the last build has the same sources, packages, variables and built-in texts.
 *
 * @param variables - the site's variables, as {@link siteVariables} returns them
 * @returns whether it built, and the revisions of the content at the last build
 * @throws Problem when the build fails
 */
export async function buildSite(
  cloud: CloudEnvironment,
  options: { distDir: string; variables: Record<string, string>; logFile: string },
): Promise<{ built: boolean; revisions: Revisions }> {
  const { distDir, variables, logFile } = options
  const fingerprint = buildFingerprint(root, { ...variables, builtInContent: await builtInContent(cloud) })
  const last = readBuildNote(distDir)
  if (last?.fingerprint === fingerprint) return { built: false, revisions: last.revisions }

  rmSync(noteFile(distDir), { force: true })
  // Next reuses responses of an earlier build otherwise, and prerenders old content.
  rmSync(inRoot(distDir, 'cache', 'fetch-cache'), { recursive: true, force: true })
  // May be stale for a file that was saved during an earlier type check.
  rmSync(inRoot(distDir, 'cache', '.tsbuildinfo'), { force: true })
  const revisions = await publishedRevisions(cloud)
  const code = await complete({
    file: programs.next,
    args: ['build'],
    env: { ...neutralEnvironment(), ...variables },
    logFile,
  })
  if (code !== 0) throw new Problem('The site could not be built.', logFile)
  writeFileSync(join(noteFile(distDir)), JSON.stringify({ fingerprint, revisions }))
  return { built: true, revisions }
}
