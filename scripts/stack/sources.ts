import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Files and folders of the root that do not change a build of the site: tools, tests, documentation, the seed, the
 * database's migrations, generated files, and the installed packages, whose versions are in the lockfile.
 */
const excludedNames = new Set([
  'node_modules',
  'docs',
  'packages',
  'playwright-report',
  'scripts',
  'seed',
  'supabase',
  'test-results',
  'tests',
  'biome.json',
  'next-env.d.ts',
  'vitest.config.ts',
])

const isEnvironmentFile = (name: string) => name === '.env' || name.startsWith('.env.')

function isSource(path: string, name: string): boolean {
  if (!path.includes(sep) && excludedNames.has(name)) return false
  if (name.startsWith('.') && !(isEnvironmentFile(name) && name !== '.env.example')) return false
  return !/\.(test|e2e)\.tsx?$|\.md$|\.tsbuildinfo$/.test(name)
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => isSource(relative(root, join(folder, entry.name)), entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listSources(root, path)
      return entry.isFile() ? [path] : []
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
  for (const path of listSources(root, root)) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  for (const [name, value] of Object.entries(variables).toSorted()) hash.update(`${name}=${value}\0`)
  return hash.digest('hex')
}
