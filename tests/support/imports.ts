import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Absolute path of the repository. */
const root = dirname(dirname(import.meta.dirname))

const created = ['node_modules', '.next', '.local', '.test', 'test-results', 'playwright-report']
const endings = ['', '.ts', '.tsx', '.d.ts', '.mjs', '/index.ts']

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\b(?:import|vi\.mock|importOriginal)\(\s*['"]([^'"]+)['"]/g

/** Every file of code in the repository, by its path from the root, without generated ones. */
export function codeFiles(): string[] {
  return globSync('**/*.{ts,tsx,mts,mjs}', {
    cwd: root,
    exclude: (name) => created.some((folder) => name === folder || name.startsWith('.next')),
  })
    .filter((file) => !file.split('/').some((part) => created.includes(part) || part.startsWith('.next')))
    .filter((file) => !file.endsWith('.generated.ts') && file !== 'next-env.d.ts')
    .toSorted()
}

/** The specifiers of all imports and exports in a text, types included. */
export function parseSpecifiers(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** The imports of a file of the repository, see {@link parseSpecifiers}. */
export function getSpecifiers(file: string): string[] {
  return parseSpecifiers(readFileSync(join(root, file), 'utf8'))
}

/** The path from the root that a relative or `@/` import stands for; undefined for a package or a missing file. */
export function getFile(specifier: string, importer: string): string | undefined {
  const isOwn = specifier.startsWith('@/')
  if (!isOwn && !specifier.startsWith('.')) return undefined
  const path = isOwn ? join(root, specifier.slice(2)) : join(root, dirname(importer), specifier)
  const found = endings
    .map((ending) => `${path}${ending}`)
    .find((file) => /\.\w+$/.test(file) && existsSync(file))
  return relative(root, found ?? path)
}

/** The package that an import names: `@scope/name` or `name`; undefined for the repository's files and Node's modules. */
export function getPackage(specifier: string): string | undefined {
  if (/^(\.|@\/|node:)/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** A directed graph: the targets of each node. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Finds the strongly connected components with at least two nodes, each sorted (Tarjan's algorithm). */
export function findCycles(arrows: Arrows): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (name: string): number => {
    const number = order.size
    order.set(name, number)
    lowest.set(name, number)
    open.push(name)
    for (const next of arrows.get(name) ?? []) {
      if (!order.has(next)) lowest.set(name, Math.min(lowest.get(name) ?? number, visit(next)))
      else if (open.includes(next)) {
        lowest.set(name, Math.min(lowest.get(name) ?? number, order.get(next) ?? number))
      }
    }
    if (lowest.get(name) === number) {
      const group = open.splice(open.indexOf(name))
      if (group.length > 1) found.push(group.toSorted())
    }
    return lowest.get(name) ?? number
  }
  for (const name of arrows.keys()) if (!order.has(name)) visit(name)
  return found
}
