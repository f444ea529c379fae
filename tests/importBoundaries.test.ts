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
const allFiles = listCodeFiles()
const cloudFiles = allFiles.filter((file) => file.startsWith(cloudFolder))
/** All code files outside `packages/`: the site, its tools and its tests. */
const siteFiles = allFiles.filter((file) => !file.startsWith('packages/'))

type Manifest = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  exports?: Record<string, string>
}
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const siteManifest = readManifest('.')
const cloudManifest = readManifest(cloudFolder)

/** Whether a file is part of the site, not of its tools and tests. Excludes `instrumentation.ts`. */
const isProduct = (file: string) =>
  /^((app|components|lib|schemas|server|studio)\/|(proxy|next\.config|sanity\.(config|cli))\.ts$)/.test(
    file,
  ) && !/\.test\./.test(file)
/** Whether a file of the local cloud is part of its program, not of its tests or configuration. */
const isProgram = (file: string) =>
  !/\.(test|e2e)\.|^packages\/local-cloud\/(testing|tests)\/|\.config\./.test(file)

/** Lists imports that violate a rule, as `importer: specifier`. */
function findViolations(
  files: readonly string[],
  isViolation: (specifier: string, importer: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    readSpecifiers(file)
      .filter((specifier) => isViolation(specifier, file))
      .map((specifier) => `${file}: ${specifier}`),
  )
}

function isUndeclaredPackage({ dependencies, devDependencies }: Manifest, allowsDevDependencies: boolean) {
  return (specifier: string) => {
    const name = getPackageName(specifier)
    // Next itself resolves `server-only`.
    if (!name || name === 'server-only') return false
    return !(name in dependencies) && !(allowsDevDependencies && name in devDependencies)
  }
}

/** Whether a specifier `local-cloud/…` is one of the entry points in the local cloud's package.json. */
function isEntryPoint(specifier: string): boolean {
  const path = specifier.replace('local-cloud', '.')
  return Object.keys(cloudManifest.exports ?? {}).some((name) =>
    name.endsWith('/*') ? path.startsWith(name.slice(0, -1)) : path === name,
  )
}

describe('the local cloud', () => {
  it('is checked with a parser that finds every form of import', () => {
    const text = `import 'node:a'\nimport type { A } from 'node:b'\nimport {\n  c,\n} from 'node:c'\nexport * from 'node:d'\nawait import('node:e')\nlet f: import('node:f').F`
    expect(parseSpecifiers(text)).toEqual(['node:a', 'node:b', 'node:c', 'node:d', 'node:e', 'node:f'])
    expect(cloudFiles.length).toBeGreaterThan(100)
    expect(siteFiles.length).toBeGreaterThan(300)
  })

  it('imports no file outside of its folder', () => {
    const isOutside = (specifier: string, importer: string) =>
      getPackageName(specifier) === 'local-cloud' ||
      !(resolveImport(specifier, importer) ?? cloudFolder).startsWith(cloudFolder)
    expect(findViolations(cloudFiles, isOutside)).toEqual([])
  })

  it('is imported only through its entry points, and never by the site', () => {
    const isForbidden = (specifier: string, importer: string) => {
      if (getPackageName(specifier) === 'local-cloud') return isProduct(importer) || !isEntryPoint(specifier)
      return (resolveImport(specifier, importer) ?? '').startsWith('packages/')
    }
    expect(findViolations(siteFiles, isForbidden)).toEqual([])
  })

  it('imports only packages in its own package.json, as does the site', () => {
    expect(findViolations(cloudFiles.filter(isProgram), isUndeclaredPackage(cloudManifest, false))).toEqual(
      [],
    )
    expect(findViolations(cloudFiles, isUndeclaredPackage(cloudManifest, true))).toEqual([])
    expect(findViolations(siteFiles.filter(isProduct), isUndeclaredPackage(siteManifest, false))).toEqual([])
    expect(findViolations(siteFiles, isUndeclaredPackage(siteManifest, true))).toEqual([])
  })
})

/** Builds the import graph of files, including type imports. `getNodeName` groups files into nodes. */
function buildImportGraph(files: readonly string[], getNodeName: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const targets = readSpecifiers(file).map((specifier) => resolveImport(specifier, file))
    const importedFiles = targets.filter((target) => target !== undefined && files.includes(target))
    const importerNode = getNodeName(file)
    const targetNodes = graph.get(importerNode) ?? new Set()
    graph.set(importerNode, targetNodes)
    for (const target of importedFiles)
      if (target && getNodeName(target) !== importerNode) targetNodes.add(getNodeName(target))
  }
  return graph
}

/** Returns a file's top-level folder, or its subfolder within `lib` and `components`; for a root file, its name. */
function getFolder(file: string): string {
  const [top = '', subfolder = '', ...nestedPath] = file.split('/')
  return (top === 'lib' || top === 'components') && nestedPath.length > 0 ? `${top}/${subfolder}` : top
}

describe('import cycles', () => {
  it('are found', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ])
    expect(findCycles(graph)).toEqual(['a', 'b', 'c'])
  })

  it('do not exist between folders of the local cloud, nor between their subfolders', () => {
    const getAncestorFolder = (level: number) => (file: string) => file.split('/').slice(0, level).join('/')
    const programFiles = cloudFiles.filter(isProgram)
    expect(findCycles(buildImportGraph(programFiles, getAncestorFolder(3)))).toEqual([])
    expect(findCycles(buildImportGraph(programFiles, getAncestorFolder(4)))).toEqual([])
  })

  it('do not exist between files, including type imports', () => {
    expect(findCycles(buildImportGraph(allFiles, (file) => file))).toEqual([])
  })

  it('do not exist between folders of the site', () => {
    expect(findCycles(buildImportGraph(siteFiles.filter(isProduct), getFolder))).toEqual([])
  })
})

/** The layers from which each layer may import, as in docs/architecture.md. */
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

describe('the site’s layers', () => {
  it.each(Object.entries(layers))('%s imports only from lower layers', (layer, lowerLayers) => {
    const isWithin = (file: string) => file === layer || file.startsWith(`${layer}/`)
    const files = siteFiles.filter((file) => isWithin(file) && !/\.test\./.test(file))
    const isOutside = (specifier: string, importer: string) => {
      const [top = ''] = resolveImport(specifier, importer)?.split('/') ?? [layer]
      return ![layer, ...lowerLayers].includes(top)
    }
    expect(files.length).toBeGreaterThan(0)
    expect(findViolations(files, isOutside)).toEqual([])
  })
})

it('pages and components import only types from message modules', () => {
  const files = siteFiles.filter((file) => /^(app|components)\//.test(file) && !/\.test\./.test(file))
  const hasValueImport = (file: string) =>
    /^import (?!type )[^;']*'@\/lib\/(messages\/|content\/reading\/messages')/m.test(
      readFileSync(join(root, file), 'utf8'),
    )
  expect(files.filter(hasValueImport)).toEqual([])
})

/** Lists the `lib/membership` files, except `context.ts`, that a file imports directly or through other such files. */
function listReachableMembershipFiles(file: string, reachableFiles = new Set<string>()): Set<string> {
  for (const specifier of readSpecifiers(file)) {
    const target = resolveImport(specifier, file)
    if (
      !target?.startsWith('lib/membership/') ||
      target === 'lib/membership/context.ts' ||
      reachableFiles.has(target)
    )
      continue
    reachableFiles.add(target)
    listReachableMembershipFiles(target, reachableFiles)
  }
  return reachableFiles
}

describe('the read-only routes', () => {
  const writeCall = /\.(attach|cancel|create|del|expire|pay|update|voidInvoice)\(/

  it('import no membership code that changes data in Stripe or sends emails', () => {
    const reachedFiles = new Set(
      readOnlyRoutes.flatMap((route) => [...listReachableMembershipFiles(`app/api/${route}/route.ts`)]),
    )
    expect(reachedFiles).toContain('lib/membership/mirror/mirror.ts')
    const actingFiles = [...reachedFiles].filter(
      (file) =>
        /^lib\/membership\/(mail|refunds)\//.test(file) ||
        writeCall.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(actingFiles).toEqual([])
    expect(readFileSync(join(root, 'lib/membership/endings.ts'), 'utf8')).toMatch(writeCall)
  })
})
