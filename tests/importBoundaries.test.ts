import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOnlyRoutes } from './support/apiRoutes.ts'
import {
  findCycles,
  type Graph,
  getPackageName,
  listCodeFiles,
  parseSpecifiers,
  readSpecifiers,
  resolveImport,
} from './support/imports.ts'

const root = join(import.meta.dirname, '..')
const cloudFolder = 'packages/local-cloud/'
const all = listCodeFiles()
const cloud = all.filter((file) => file.startsWith(cloudFolder))
const site = all.filter((file) => !file.startsWith('packages/'))

type Manifest = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  exports?: Record<string, string>
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const siteManifest = manifestIn('.')
const cloudManifest = manifestIn(cloudFolder)

/** Folders of the site; all others contain tools and tests. */
const isProduct = (file: string) =>
  /^((app|components|lib|schemas|server|studio)\/|(proxy|next\.config|sanity\.(config|cli))\.ts$)/.test(
    file,
  ) && !/\.test\./.test(file)
/** Code that runs with the local cloud. */
const isProgram = (file: string) =>
  !/\.(test|e2e)\.|^packages\/local-cloud\/(testing|tests|benchmarks)\/|\.config\./.test(file)

/** `importer: what it imports` for every import that breaks a rule. */
function findBreaches(
  files: readonly string[],
  breaks: (specifier: string, importer: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    readSpecifiers(file)
      .filter((specifier) => breaks(specifier, file))
      .map((specifier) => `${file}: ${specifier}`),
  )
}

function isUnnamed({ dependencies, devDependencies }: Manifest, isTool: boolean) {
  return (specifier: string) => {
    const name = getPackageName(specifier)
    if (!name) return false
    return !(name in dependencies) && !(isTool && name in devDependencies)
  }
}

/** Whether `local-cloud/…` is one of the entry points that its package.json lists. */
function isEntryPoint(specifier: string): boolean {
  const path = specifier.replace('local-cloud', '.')
  return Object.keys(cloudManifest.exports ?? {}).some((name) =>
    name.endsWith('/*') ? path.startsWith(name.slice(0, -1)) : path === name,
  )
}

describe('the boundary of the local cloud', () => {
  it('reads imports of every form', () => {
    const text = `import 'node:a'\nimport type { A } from 'node:b'\nimport {\n  c,\n} from 'node:c'\nexport * from 'node:d'\nawait import('node:e')\nlet f: import('node:f').F`
    expect(parseSpecifiers(text)).toEqual(['node:a', 'node:b', 'node:c', 'node:d', 'node:e', 'node:f'])
    expect(cloud.length).toBeGreaterThan(100)
    expect(site.length).toBeGreaterThan(300)
  })

  it('forbids imports from outside of itself', () => {
    const leaves = (specifier: string, importer: string) =>
      getPackageName(specifier) === 'local-cloud' ||
      !(resolveImport(specifier, importer) ?? cloudFolder).startsWith(cloudFolder)
    expect(findBreaches(cloud, leaves)).toEqual([])
  })

  it('allows others only its entry points, and forbids it to the site', () => {
    const enters = (specifier: string, importer: string) => {
      if (getPackageName(specifier) === 'local-cloud') return isProduct(importer) || !isEntryPoint(specifier)
      return (resolveImport(specifier, importer) ?? '').startsWith('packages/')
    }
    expect(findBreaches(site, enters)).toEqual([])
  })

  it('finds every package in the importing package.json', () => {
    expect(findBreaches(cloud.filter(isProgram), isUnnamed(cloudManifest, false))).toEqual([])
    expect(findBreaches(cloud, isUnnamed(cloudManifest, true))).toEqual([])
    expect(findBreaches(site.filter(isProduct), isUnnamed(siteManifest, false))).toEqual([])
    expect(findBreaches(site, isUnnamed(siteManifest, true))).toEqual([])
  })
})

/** Builds the import graph of `files`, types included, with node names from `nameOf`. */
function findImports(files: readonly string[], nameOf: (file: string) => string): Graph {
  const arrows = new Map<string, Set<string>>()
  for (const file of files) {
    const targets = readSpecifiers(file).map((specifier) => resolveImport(specifier, file))
    const named = targets.filter((target) => target !== undefined && files.includes(target))
    const from = nameOf(file)
    const known = arrows.get(from) ?? new Set()
    arrows.set(from, known)
    for (const target of named) if (target && nameOf(target) !== from) known.add(nameOf(target))
  }
  return arrows
}

/** The folder that a file of the site belongs to: those of `lib` and `components` count one by one. */
function getFolder(file: string): string {
  const [top = '', next = '', ...rest] = file.split('/')
  return (top === 'lib' || top === 'components') && rest.length > 0 ? `${top}/${next}` : top
}

describe('import cycles', () => {
  it('are found', () => {
    const arrows = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ])
    expect(findCycles(arrows)).toEqual([['a', 'b', 'c']])
  })

  it('do not exist between folders of the local cloud, nor between those of a vendor', () => {
    const within = (level: number) => (file: string) => file.split('/').slice(0, level).join('/')
    const program = cloud.filter(isProgram)
    expect(findCycles(findImports(program, within(3)))).toEqual([])
    expect(findCycles(findImports(program, within(4)))).toEqual([])
  })

  it('do not exist between files, types included', () => {
    expect(findCycles(findImports(all, (file) => file))).toEqual([])
  })

  it('do not exist between folders of the site', () => {
    expect(findCycles(findImports(site.filter(isProduct), getFolder))).toEqual([])
  })
})

/** From which other folders those of the site may import, as docs/architecture.md has it. */
const layers: Record<string, readonly string[]> = {
  app: ['components', 'lib', 'sanity.config.ts'],
  components: ['lib'],
  lib: [],
  server: ['lib'],
  schemas: ['lib', 'studio'],
  studio: ['lib'],
  'proxy.ts': ['lib'],
  'sanity.config.ts': ['lib', 'schemas', 'studio'],
  scripts: ['lib', 'packages'],
  deploy: ['scripts'],
}

describe('the layers of the site', () => {
  it.each(Object.entries(layers))('%s imports only lower layers', (layer, below) => {
    const isWithin = (file: string) => file === layer || file.startsWith(`${layer}/`)
    const files = site.filter((file) => isWithin(file) && !/\.test\./.test(file))
    const leaves = (specifier: string, importer: string) => {
      const [top = ''] = resolveImport(specifier, importer)?.split('/') ?? [layer]
      return ![layer, ...below].includes(top)
    }
    expect(files.length).toBeGreaterThan(0)
    expect(findBreaches(files, leaves)).toEqual([])
  })
})

/** The files of `lib/membership` that a file reaches; what is behind `context.ts` belongs to no route. */
function membershipFilesBehind(file: string, found = new Set<string>()): Set<string> {
  for (const specifier of readSpecifiers(file)) {
    const target = resolveImport(specifier, file)
    if (!target?.startsWith('lib/membership/') || target === 'lib/membership/context.ts' || found.has(target))
      continue
    found.add(target)
    membershipFilesBehind(target, found)
  }
  return found
}

describe('the reading routes', () => {
  const writing = /\.(attach|cancel|create|del|expire|pay|update|voidInvoice)\(/

  it('write the mirror, and reach no code that changes Stripe or sends mail', () => {
    const reached = new Set(
      readOnlyRoutes.flatMap((route) => [...membershipFilesBehind(`app/api/${route}/route.ts`)]),
    )
    expect(reached).toContain('lib/membership/mirror/mirror.ts')
    const acting = [...reached].filter(
      (file) =>
        /^lib\/membership\/(claims|mail|refunds)\//.test(file) ||
        writing.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(acting).toEqual([])
    expect(readFileSync(join(root, 'lib/membership/refunds/cancelNow.ts'), 'utf8')).toMatch(writing)
  })
})
