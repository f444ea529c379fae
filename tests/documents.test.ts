import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { listFiles } from './support/imports.ts'
import { readRecipes } from './support/recipes.ts'
import { readSecretNames } from './support/secretNames.ts'

const root = dirname(import.meta.dirname)

const files = listFiles()

/** Files that readers create when they follow the recipes `docs/adding-….md`, and a style sheet that they may add. */
const recipeFiles = new Set([...readRecipes(root).map(({ file }) => file), 'awards.css'])
const isExample = (path: string, from: string) => from.startsWith('docs/adding-') && recipeFiles.has(path)

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Lists the first group of each match of a pattern. */
const listMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group)

const countWords = (file: string) => read(file).split(/\s+/).filter(Boolean).length

const removeCodeBlocks = (text: string) => text.replace(/^```.*?^```/gms, '')

const markdownFiles = files.filter((file) => file.endsWith('.md'))

const knownPaths = new Set(files)
for (const file of files) {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) knownPaths.add(folder)
}
const topLevel = [...knownPaths].filter((path) => !path.includes('/'))

/** Extensions of paths in inline code; other names with a dot are hosts, versions and fields. */
const fileExtension = /\.(?:tsx?|mjs|mts|md|json|ndjson|css|sql|py|sh|yml|html|txt|woff2)$/
/** Paths that the repository does not contain. */
const uncommittedPath = /^(?:\.?\/?(?:node_modules|\.local|\.test|\.next)|\.env|cloud\.env|<)/

/** Reduces `a/<name>/b.ts`, `a/*.ts` and `a/{b,c}.ts` to `a`. */
const removePlaceholders = (path: string) => path.replace(/\/?[^/]*[<>*{].*$|\/$/, '')

const fileNames = new Set(files.map((file) => basename(file)))

/** Whether a path exists relative to a file's folder or any folder above it; a bare file name may be anywhere. */
function pathExists(path: string, from: string): boolean {
  if (fileNames.has(path)) return true
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const candidate = normalize(join(folder, path))
    if (candidate === '.' || knownPaths.has(candidate)) return true
    if (folder === '.') return false
  }
}

/** Whether inline code is a path, such as `lib/env.ts` or `seed/`, not a package, route, field or command. */
function looksLikePath(code: string): boolean {
  if (!/^[\w.[\]()<>{},*@-]+(?:\/[\w.[\]()<>{},*@-]*)*$/.test(code) || uncommittedPath.test(code))
    return false
  const [first = ''] = code.split('/')
  return (
    (code.includes('/') && topLevel.includes(first)) || (fileExtension.test(code) && !code.startsWith('@'))
  )
}

function listPathsInMarkdown(text: string): string[] {
  const codes = listMatches(removeCodeBlocks(text), /`([^`\n]+)`/g).filter(looksLikePath)
  return [...codes, ...listMatches(text, /^ *participant \w+ as (\S+\.tsx?)$/gm)]
}

function listPathsInComments(text: string): string[] {
  const comments = [...text.matchAll(/\/\*.*?\*\/|(?:^|\s)(?:\/\/|#|--) .*$/gms)].join('\n')
  const start = topLevel.filter((name) => !name.includes('.')).join('|')
  const references = [
    ...comments.matchAll(new RegExp(`(?<![\\w./@:-])(?:${start})/[\\w./[\\]()-]*\\w`, 'g')),
  ].map(String)
  const documents = [...comments.matchAll(/(?<![\w:/.])[\w.-]+(?:\/[\w.-]+)*\.md\b/g)].map(String)
  return [...references.filter((path) => fileExtension.test(path)), ...documents]
}

const findMissingPaths = (paths: string[], from: string) =>
  paths
    .filter((path) => !uncommittedPath.test(path) && !isExample(path, from))
    .filter((path) => !pathExists(removePlaceholders(path), from))

describe('every path', () => {
  it.each(markdownFiles)('that %s mentions exists', (file) => {
    expect(findMissingPaths(listPathsInMarkdown(read(file)), file)).toEqual([])
  })

  it('that code comments mention exists', () => {
    const code = files.filter(
      (file) =>
        file !== 'tests/documents.test.ts' && /\.(?:tsx?|mjs|css|sql|py|sh|yml)$|^\.env\.example$/.test(file),
    )
    const matches = code.flatMap((file) =>
      findMissingPaths(listPathsInComments(read(file)), file).map((path) => `${file}: ${path}`),
    )
    expect(matches).toEqual([])
  })
})

/** Creates GitHub's anchor for a heading. Repeated headings, which GitHub numbers, are not supported. */
const createAnchor = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Finds the relative links in a Markdown file that point to a missing file or heading. */
function findBrokenLinks(text: string, from: string): string[] {
  const prose = removeCodeBlocks(text).replace(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  )
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? normalize(join(dirname(from), path)).replace(/\/$/, '') : from
    if (path && !knownPaths.has(target)) return true
    if (!anchor) return false
    const headings = listMatches(target === from ? text : read(target), /^#+ (.+)$/gm)
    return !headings.some((heading) => createAnchor(heading) === anchor)
  })
}

it.each(markdownFiles)('every relative link in %s resolves', (file) => {
  const links = findBrokenLinks(read(file), file)
  expect(links.filter((link) => !isExample(link, file))).toEqual([])
})

/** Splits a log line at placeholders and between sentences, since the code may contain each sentence separately. */
const splitIntoFixedParts = (line: string) =>
  line
    .split(/<[^<>]+>|\.(?= )/)
    .map((part) => part.trim())
    .filter(Boolean)

/** The contents of the files that write the documented log lines: the site's code, without the Studio, and scripts. */
const sources = files
  .filter((file) => /^(?:app|components|lib|scripts|server)\/.*(?<!\.test)\.tsx?$|^[\w.]+\.ts$/.test(file))
  .map(read)

/** Lists the log lines that a document quotes after "Log:". */
const listQuotedLogLines = (file: string) => listMatches(read(file), /Log: `([^`]+)`/g)

it.each(['docs/runbook.md', 'docs/troubleshooting.md'])(
  '%s quotes only log lines that the code writes',
  (file) => {
    const code = sources.join('\n')
    const lines = listQuotedLogLines(file)
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter((line) => !splitIntoFixedParts(line).every((part) => code.includes(part)))).toEqual(
      [],
    )
  },
)

it('the runbook has an entry for every ALERT in the code', () => {
  const alerts = sources.flatMap((text) => listMatches(text, /[`'](ALERT[^`\n]*)[`']/g))
  const quotedLines = listQuotedLogLines('docs/runbook.md')
  expect(alerts.length).toBeGreaterThan(3)
  const createPattern = (alert: string) => {
    const parts = alert.split(/\$\{[^{}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.+')}$`)
  }
  expect(alerts.filter((alert) => !quotedLines.some((line) => createPattern(alert).test(line)))).toEqual([])
})

it('every heading that code refers to exists', () => {
  const references = files
    .filter((file) => /\.(?:tsx?|mjs|conf|yml)$|^\.env\.example$|Dockerfile$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/(docs\/[\w-]+\.md), "([^"]+)"/g)].map(([, document = '', heading = '']) => ({
        file,
        document,
        heading,
      })),
    )
  expect(references.length).toBeGreaterThan(1)
  const isHeading = (document: string, heading: string) =>
    knownPaths.has(document) &&
    listMatches(read(document), /^#+( .+)$/gm).some((line) => line.endsWith(` ${heading}`))
  expect(references.filter(({ document, heading }) => !isHeading(document, heading))).toEqual([])
})

/** Documents with a word limit: all except the owner's specification, the changelog and the measurements. */
const limitedDocuments = markdownFiles.filter(
  (file) => !['CHANGELOG.md', 'docs/benchmarks.md', 'docs/specification.md'].includes(file),
)

it.each(limitedDocuments)('%s has at most 1,000 words', (file) => {
  expect(countWords(file)).toBeLessThanOrEqual(1000)
})

it('docs/README.md links to every guide', () => {
  const links = listMatches(read('docs/README.md'), /\]\(([^)\s#]+)/g)
  const linkedPaths = new Set(links.map((path) => normalize(join('docs', path))))
  const guides = markdownFiles.filter((file) =>
    /^docs\/[^/]+$|^(?:\.github\/)?[A-Z]+\.md$|^(?:seed|tests)\/README/.test(file),
  )
  expect(guides.length).toBeGreaterThan(20)
  expect(
    guides.filter((file) => !['README.md', 'docs/README.md'].includes(file) && !linkedPaths.has(file)),
  ).toEqual([])
})

it('the README has at most 15 links', () => {
  expect(read('README.md').match(/(?<!!)\[[^\]]*\]\(/g)?.length).toBeLessThanOrEqual(15)
})

it('there are at most 16 decision records, of at most 350 words each', () => {
  const records = markdownFiles.filter((file) => /^docs\/decisions\/[a-z]/.test(file))
  expect(records.length).toBeLessThanOrEqual(16)
  expect(records.filter((file) => countWords(file) > 350)).toEqual([])
})

it('documents and workflows use only npm scripts that exist', () => {
  const manifests = files.filter((file) => /(?:^|\/)package\.json$/.test(file)).map(read)
  const scripts = manifests.flatMap((text): string[] => Object.keys(JSON.parse(text).scripts ?? {}))
  const references = files
    .filter((file) => file.endsWith('.md') || file.endsWith('.yml'))
    .flatMap((file) => listMatches(read(file), /npm run ([\w:-]+)/g).map((name) => ({ file, name })))
  expect(references.filter(({ name }) => !scripts.includes(name))).toEqual([])
})

it('docs/secrets.md has a row for every secret', () => {
  const composeVariables = listMatches(read('deploy/compose.yaml'), /\$\{(\w+)/g)
  expect(composeVariables).toContain('POSTGRES_PASSWORD')
  const rows = listMatches(read('docs/secrets.md'), /^\| (.*?) \|/gm).join()
  expect([...readSecretNames(), ...composeVariables].filter((name) => !rows.includes(name))).toEqual([])
})
