import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const packageSchema = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const lockfileSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) })
const { packages } = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

/** Packages from the registry, excluding this repository's own and those bundled in another package. */
const registryPackages = Object.entries(packages).filter(
  ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
)

/** Licenses that require only a notice or, for a separate library, publishing the source of our changes to it. */
const acceptedLicenses = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'CC0-1.0',
  // Requires publishing changes to the package's files; there are none.
  'MPL-2.0',
  // Like MIT, but forbids misrepresenting the origin.
  'Zlib',
  // Browser data; requires attribution.
  'CC-BY-4.0',
  // libvips, a shared library that sharp loads.
  'LGPL-3.0-or-later',
])

/** Licenses stated in package files, for packages whose lockfile entry has no SPDX license. */
const licensesFromFiles: Record<string, string> = {
  'node_modules/jsonify': 'public domain',
  'node_modules/md5-o-matic': 'MIT',
}

function isAccepted(expression: string): boolean {
  const withoutBrackets = expression.replace(/^\((.*)\)$/, '$1')
  if (withoutBrackets.includes(' OR ')) return withoutBrackets.split(' OR ').some(isAccepted)
  return withoutBrackets.split(' AND ').every((license) => acceptedLicenses.has(license))
}

it('every package in the lockfile has a checksum and comes from the default registry', () => {
  for (const [path, { integrity, resolved }] of registryPackages) {
    expect.soft(integrity, path).toMatch(/^sha512-/)
    // With `omit-lockfile-registry-resolved`, npm omits the URLs of packages from the default registry.
    expect.soft(resolved, path).toBeUndefined()
  }
})

it('the lockfile links only the local cloud', () => {
  const links = Object.values(packages).filter(({ link }) => link)
  expect(links.map(({ resolved }) => resolved)).toEqual(['packages/local-cloud'])
})

it('no package has an install script, and npm is set to ignore install scripts', () => {
  expect(registryPackages.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('every package has an accepted license', () => {
  const unacceptedPackages = registryPackages
    .filter(([path, { license = '' }]) => !(path in licensesFromFiles) && !isAccepted(license))
    .map(([path, { license }]) => `${path}: ${license}`)
  expect(unacceptedPackages).toEqual([])
})

it('every dependency is pinned exactly', () => {
  const dependenciesSchema = z.record(z.string(), z.string()).default({})
  const manifestSchema = z.looseObject({
    dependencies: dependenciesSchema,
    devDependencies: dependenciesSchema,
    optionalDependencies: dependenciesSchema,
  })
  for (const file of ['package.json', 'packages/local-cloud/package.json']) {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const dependencies = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
    expect(dependencies.length, file).toBeGreaterThan(5)
    for (const [name, version] of dependencies)
      expect.soft(version, `${file}: ${name}`).toMatch(/^\d+\.\d+\.\d+$/)
  }
})

it('the image and the nightly workflow run npm ci, and no workflow runs npm install', () => {
  for (const file of ['deploy/Dockerfile', ...globSync('.github/workflows/*.yml')]) {
    expect.soft(readFileSync(file, 'utf8'), file).not.toMatch(/\bnpm (install|i)\b/)
  }
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toContain('npm ci')
  expect(readFileSync('.github/workflows/nightly.yml', 'utf8')).toContain('npm ci')
})

/** The operating systems, processors and C libraries, as they appear in the lockfile's package names. */
const platforms = [
  /darwin-arm64/,
  /darwin-x64/,
  /linux-arm64(-gnu)?$/,
  /linux-arm64-musl$|linuxmusl-arm64$/,
  /linux-x64(-gnu)?$/,
  /linux-x64-musl$|linuxmusl-x64$/,
  /win32-x64/,
]

/** Returns the lockfile entry that Node resolves for a dependency of the package at `path`. */
function resolveEntry(path: string, name: string) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const entry = packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]
    if (entry || !folder) return entry
  }
}

it('the lockfile contains the optional packages for macOS, Linux and Windows', () => {
  const dependencies = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ path, name, version })),
  )
  for (const platform of platforms) {
    const platformPackages = dependencies.filter(({ name }) => platform.test(name))
    expect.soft(platformPackages.length, String(platform)).toBeGreaterThan(3)
    for (const { path, name, version } of platformPackages) {
      expect.soft(resolveEntry(path, name), `${path || 'package.json'}: ${name}@${version}`).toBeDefined()
    }
  }
})
