import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Absolute path of the repository. */
const root = dirname(dirname(import.meta.dirname))

const generatedFolders = ['node_modules', '.next', '.local', '.test', 'test-results', 'playwright-report']
const extensions = ['', '.ts', '.tsx', '.d.ts', '.mjs', '/index.ts']

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\b(?:import|vi\.mock|importOriginal)\(\s*['"]([^'"]+)['"]/g

/** Lists the paths of all code files of the repository, without generated ones. */
export function listCodeFiles(): string[] {
  return globSync('**/*.{ts,tsx,mts,mjs}', {
    cwd: root,
    exclude: (name) => generatedFolders.some((folder) => name === folder || name.startsWith('.next')),
  })
    .filter(
      (file) => !file.split('/').some((part) => generatedFolders.includes(part) || part.startsWith('.next')),
    )
    .filter((file) => !file.endsWith('.generated.ts') && file !== 'next-env.d.ts')
    .toSorted()
}

/** Parses the specifiers of all imports, re-exports and module mocks in source code, including those of types. */
export function parseSpecifiers(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** Reads the import specifiers of a file of the repository. */
export function readSpecifiers(file: string): string[] {
  return parseSpecifiers(readFileSync(join(root, file), 'utf8'))
}

/**
 * Resolves a relative or `@/` import to the path of its file from the repository's root, or to the path as written when
 * there is no file. Returns undefined for other imports.
 */
export function resolveImport(specifier: string, importer: string): string | undefined {
  const isFromRoot = specifier.startsWith('@/')
  if (!isFromRoot && !specifier.startsWith('.')) return undefined
  const path = isFromRoot ? join(root, specifier.slice(2)) : join(root, dirname(importer), specifier)
  const file = extensions
    .map((extension) => `${path}${extension}`)
    .find((candidate) => /\.\w+$/.test(candidate) && existsSync(candidate))
  return relative(root, file ?? path)
}

/** Returns the package of an import: `@scope/name` or `name`; undefined for the repository's files and Node's modules. */
export function getPackageName(specifier: string): string | undefined {
  if (/^(\.|@\/|node:)/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** A directed graph: the targets of each node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Finds the strongly connected components with at least two nodes, each sorted (Tarjan's algorithm). */
export function findCycles(graph: Graph): string[][] {
  const positions = new Map<string, number>()
  const lowestReachable = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (name: string): number => {
    const position = positions.size
    positions.set(name, position)
    lowestReachable.set(name, position)
    stack.push(name)
    for (const target of graph.get(name) ?? []) {
      if (!positions.has(target))
        lowestReachable.set(name, Math.min(lowestReachable.get(name) ?? position, visit(target)))
      else if (stack.includes(target)) {
        lowestReachable.set(
          name,
          Math.min(lowestReachable.get(name) ?? position, positions.get(target) ?? position),
        )
      }
    }
    if (lowestReachable.get(name) === position) {
      const group = stack.splice(stack.indexOf(name))
      if (group.length > 1) cycles.push(group.toSorted())
    }
    return lowestReachable.get(name) ?? position
  }
  for (const name of graph.keys()) if (!positions.has(name)) visit(name)
  return cycles
}
