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
})
const lockfileSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) })
const { packages } = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

/** What the registry delivers: not this repository's own packages. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

/** They ask for nothing but their own notice, or, of a library that stays one, for the source of changes to it. */
const acceptedLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'CC0-1.0',
  // Changes to their files would have to be published; we change none.
  'MPL-2.0',
  // Data of browsers, with the source named.
  'CC-BY-4.0',
  // libvips, a shared library that sharp loads when pictures are resized.
  'LGPL-3.0-or-later',
])

/** Packages whose entry names no standard licence, with what their own files say. */
const readByHand: Record<string, string> = {
  'node_modules/jsonify': 'public domain',
  'node_modules/md5-o-matic': 'MIT',
}

function isAccepted(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAccepted)
  return bare.split(' AND ').every((licence) => acceptedLicences.has(licence))
}

it('every package is what the lockfile knows, from the registry', () => {
  for (const [path, { integrity, resolved }] of installed) {
    expect.soft(integrity, path).toMatch(/^sha512-/)
    // npm leaves the address out where it is the registry's own.
    expect.soft(resolved, path).toBeUndefined()
  }
})

it('nothing stands in the place of a package but the local cloud', () => {
  const links = Object.values(packages).filter(({ link }) => link)
  expect(links.map(({ resolved }) => resolved)).toEqual(['packages/local-cloud'])
})

it('no package runs a script of its own when it is installed', () => {
  expect(installed.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('every package has a licence that a private product may use', () => {
  const others = installed
    .filter(([path, { license = '' }]) => !(path in readByHand) && !isAccepted(license))
    .map(([path, { license }]) => `${path}: ${license}`)
  expect(others).toEqual([])
})

it('what we depend on is named exactly', () => {
  const dependenciesSchema = z.record(z.string(), z.string()).default({})
  const manifestSchema = z.looseObject({
    dependencies: dependenciesSchema,
    devDependencies: dependenciesSchema,
    optionalDependencies: dependenciesSchema,
  })
  for (const file of ['package.json', 'packages/local-cloud/package.json']) {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const named = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
    expect(named.length, file).toBeGreaterThan(5)
    for (const [name, version] of named) expect.soft(version, `${file}: ${name}`).toMatch(/^\d+\.\d+\.\d+$/)
  }
})

it('nothing is installed with npm ci, which refuses a lockfile without the optional packages of other platforms', () => {
  const files = ['Dockerfile', 'package.json', ...globSync('.github/workflows/*.yml')]
  const commands = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /\bnpm ci\b/.test(line) && !line.trimStart().startsWith('#'))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(commands).toEqual([])
})
