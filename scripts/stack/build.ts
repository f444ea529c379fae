import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { runProgram } from '../lib/children.ts'
import { Problem } from '../lib/command.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import { createAdminClient } from '../lib/sanityClient.ts'
import { type CloudEnvironment, getNeutralEnvironment } from './environment.ts'

/**
 * Files and folders in the root that do not affect a build of the site: tools, tests, documentation, the seed, the
 * database's migrations, generated files, and the installed packages, whose versions are in the lockfile.
 */
const excludedNames =
  /^(node_modules|docs|packages|playwright-report|scripts|seed|supabase|test-results|tests|biome\.json|next-env\.d\.ts|vitest\.config\.ts)$/

function isSource(path: string, name: string): boolean {
  if (!path.includes(sep) && excludedNames.test(name)) return false
  if (name.startsWith('.')) return /^\.env(\.(?!example$)|$)/.test(name)
  return !/\.(test|e2e)\.tsx?$|\.md$|\.tsbuildinfo$/.test(name)
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isSource(relative(root, join(folder, name)), name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listSources(root, path) : entry.isFile() ? path : []
    })
}

/**
 * Computes a fingerprint of the files and variables that a build of the site depends on: its sources, the lockfile,
 * environment files and the given variables. Published content is not included.
 *
 * @param root - absolute path of the repository
 * @param variables - the variables that the build gets
 */
export function computeBuildFingerprint(root: string, variables: Record<string, string>): string {
  const hash = createHash('sha256')
  for (const path of listSources(root, root))
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  for (const [name, value] of Object.entries(variables).toSorted()) hash.update(`${name}=${value}\0`)
  return hash.digest('hex')
}

/**
 * Builds the site, unless the last build has the same sources, packages, variables and error page strings.
 *
 * @param options.variables - the site's variables, as `getSiteVariables` returns them
 * @returns whether the site was built
 * @throws Problem when the build fails
 */
export async function buildSite(
  cloud: CloudEnvironment,
  options: { distDir: string; variables: Record<string, string>; logFile: string },
): Promise<boolean> {
  const { distDir, variables, logFile } = options
  // Error pages contain these strings, so changing one requires a new build.
  const texts = await createAdminClient(cloud).fetch<unknown>(
    '*[_id == "errorPage"][0]{title, heading, text, retryLabel, homeLabel}',
  )
  const fingerprint = computeBuildFingerprint(root, { ...variables, builtInContent: JSON.stringify(texts) })
  // Stored in the build's folder, so that both are deleted together.
  const recordFile = inRoot(distDir, 'built-by-up')
  const isBuilt = existsSync(inRoot(distDir, 'BUILD_ID')) && existsSync(recordFile)
  if (isBuilt && readFileSync(recordFile, 'utf8') === fingerprint) return false

  rmSync(recordFile, { force: true })
  // Otherwise Next reuses responses from an earlier build, and prerenders old content.
  rmSync(inRoot(distDir, 'cache', 'fetch-cache'), { recursive: true, force: true })
  const env = { ...getNeutralEnvironment(), ...variables }
  const code = await runProgram({ file: programs.next, args: ['build'], env, logFile })
  if (code !== 0) {
    const isDiskFull = existsSync(logFile) && readFileSync(logFile, 'utf8').includes('ENOSPC')
    throw new Problem(`The site could not be built${isDiskFull ? ', since the disk is full' : ''}.`, logFile)
  }
  writeFileSync(recordFile, fingerprint)
  return true
}
