import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listCodeFiles } from './support/imports.ts'
import { type Finding, findBannedWords } from './support/language.ts'

/** Folders in whose code names, comments and test titles follow docs/glossary.md and .github/CONTRIBUTING.md. */
const folders = ['app', 'components', 'lib', 'packages', 'schemas', 'scripts', 'server', 'studio', 'tests']

/** The files that define and test the banned words. */
const exemptFiles = ['tests/language.test.ts', 'tests/support/language.ts']

const root = dirname(import.meta.dirname)

const formatFinding = ({ kind, text }: Finding) => `${kind}: ${text}`

it.each(folders)('the code in %s has no banned word in names, comments and test titles', (folder) => {
  const files = listCodeFiles().filter((file) => file.startsWith(`${folder}/`) && !exemptFiles.includes(file))
  const findings = files.flatMap((file) =>
    findBannedWords(readFileSync(join(root, file), 'utf8')).map(
      (finding) => `${file}: ${formatFinding(finding)}`,
    ),
  )
  expect(findings).toEqual([])
})

it('the migrations have no banned word in comments', () => {
  const files = globSync('supabase/migrations/*.sql', { cwd: root })
  const findings = files.flatMap((file) =>
    findBannedWords(readFileSync(join(root, file), 'utf8').replace(/^\s*--/gm, '//'))
      .filter(({ kind }) => kind === 'comment')
      .map(({ text }) => `${file}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(findings).toEqual([])
})

describe('findBannedWords', () => {
  const find = (text: string) => findBannedWords(text).map(formatFinding)

  it.each([
    ['const answerOf = 1', ['name: answerOf']],
    ['function askBack() {}', ['name: askBack']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code as a value
    ['const a = `x ${kept}`', ['name: kept']],
    ['/** What is shown. */', ['comment: What is shown.']],
    ['// Tells the proxy.', ['comment: Tells the proxy.']],
    ['const url = 1 // The address of the page.', ['comment: The address of the page.']],
    ["it('is heard by nobody', () => {})", ['title: is heard by nobody']],
    ["it.each(['a'])('is asked for %s', () => {})", ['title: is asked for %s']],
    ["it.each(list.map((one) => [one]))('knows %s', () => {})", ['title: knows %s']],
  ])('finds a banned word in %s', (text, findings) => {
    expect(find(text)).toEqual(findings)
  })

  it.each([
    "const text = 'What nobody asked: https://a.b // the address'",
    '/** The email address of a member of the Content Lake. */',
    'const { answer, address } = question',
    'const task = masked + basket',
  ])('accepts %s', (text) => {
    expect(find(text)).toEqual([])
  })
})
