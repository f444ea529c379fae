import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = dirname(dirname(import.meta.dirname))

const extensions = ['', '.ts', '.tsx', '.d.ts', '.mjs', '/index.ts']

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\b(?:import|vi\.mock|importOriginal)\(\s*['"]([^'"]+)['"]/g

/** Lists all files, or those that match a pattern, as paths from the root. Excludes untracked, ignored files. */
export const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))

/** Lists the paths of all code files in the repository, except generated ones. */
export const listCodeFiles = (): string[] =>
  listFiles('*.ts', '*.tsx', '*.mts', '*.mjs')
    .filter((file) => !file.endsWith('.generated.ts') && file !== 'next-env.d.ts')
    .toSorted()

/** Parses the specifiers of all imports, re-exports and module mocks in source code, including those of types. */
export function parseSpecifiers(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** Reads the import specifiers of a file in the repository. */
export function readSpecifiers(file: string): string[] {
  return parseSpecifiers(readFileSync(join(root, file), 'utf8'))
}

/**
 * Resolves a relative or `@/` import to the path of its file from the repository's root. If there is no such file, adds
 * no extension. Returns undefined for other imports.
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

/** Returns an import's package: `@scope/name` or `name`; undefined for the repository's files and Node's modules. */
export function getPackageName(specifier: string): string | undefined {
  if (/^(\.|@\/|node:)/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** A directed graph: the targets of each node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the nodes that are in a cycle or from which a cycle can be reached, sorted. */
export function findCycles(graph: Graph): string[] {
  const remaining = new Set(graph.keys())
  for (let size = -1; size !== remaining.size; ) {
    size = remaining.size
    for (const [name, targets] of graph)
      if (![...targets].some((target) => remaining.has(target))) remaining.delete(name)
  }
  return [...remaining].toSorted()
}
