import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getProperty } from '@/lib/errorCode'
import { isObject } from './documents.ts'

/**
 * A code block of a document: a whole file, a change to a file (`diff`), or a line of the seed or an item of one of its
 * arrays (`json`). The block's opening fence states the language, the file, and sometimes a target in the file.
 */
export type RecipeBlock = {
  document: string
  language: string
  /** The path of the file, from the root. */
  file: string
  /** The id of a document in the seed and the name of an array in it, such as `aboutPage.sections`. */
  target: string | undefined
  text: string
}

/** Reads the blocks of the recipes `docs/adding-….md` in a folder, in the order of the documents. */
export function readRecipes(root: string): RecipeBlock[] {
  return globSync('docs/adding-*.md', { cwd: root })
    .sort()
    .flatMap((document) => {
      const blocks = readFileSync(join(root, document), 'utf8').matchAll(
        /^( *)```(\w+) (\S+)(?: (\S+))?\n(.*?)^ *```$/gms,
      )
      return [...blocks].map(([, indent = '', language = '', file = '', target, text = '']) => ({
        document,
        language,
        file,
        target,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }))
    })
}

/**
 * Applies a block to the files in a folder.
 *
 * @throws when a change does not fit its file, or the file that the block creates already exists
 */
export function applyBlock(root: string, { document, language, file, target, text }: RecipeBlock): void {
  const path = join(root, file)
  if (language === 'diff') {
    let content = readFileSync(path, 'utf8')
    for (const hunk of text.split(/^@@\n/m)) {
      const lines = hunk.trimEnd().split('\n')
      const select = (mark: string) =>
        lines
          .filter((line) => line[0] === ' ' || line[0] === mark)
          .map((line) => `${line.slice(1)}\n`)
          .join('')
      const parts = content.split(select('-'))
      if (parts.length !== 2)
        throw new Error(
          `${document}: these lines occur ${parts.length - 1} times, not once, in ${file}:\n${select('-')}`,
        )
      content = parts.join(select('+'))
    }
    writeFileSync(path, content)
  } else if (language === 'json') {
    const documents = readFileSync(path, 'utf8').trimEnd().split('\n')
    const added: unknown = JSON.parse(text)
    const lines = target
      ? documents.map((line) => appendItem(line, target, added))
      : [...documents, JSON.stringify(added)]
    writeFileSync(path, `${lines.join('\n')}\n`)
  } else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
}

/** Appends an item to an array of a document in JSON, if the target is in this document. */
function appendItem(line: string, target: string, item: unknown): string {
  const [id, name = ''] = target.split('.')
  const document: unknown = JSON.parse(line)
  const items = getProperty(document, name)
  if (!isObject(document) || document._id !== id || !Array.isArray(items)) return line
  return JSON.stringify({ ...document, [name]: [...items, item] })
}
