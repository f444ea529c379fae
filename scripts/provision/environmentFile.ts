import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Problem } from '../lib/command.ts'

/** A dotenv file that only its owner may read, once it has been written or protected. */
export type EnvironmentFile = {
  path: string
  /** The current content. */
  values: Record<string, string | undefined>
  /**
   * Writes a variable, in its place when it exists, and changes no other line.
   *
   * @throws Problem when its value has characters that parsers read differently
   */
  set(name: string, value: string): void
  /** Creates the file, or replaces its text. */
  create(text: string): void
  /** Removes other users' access. */
  protect(): void
}

const heading = '# Written by npm run provision. Only for this machine and its owner: it holds secrets.\n'

/**
 * Quotes a value so that Node, Next and Docker Compose read it alike. Next treats a dollar sign as a variable in
 * quotes of either kind; with a backslash before it, the others read the backslash too.
 */
function quoteValue(name: string, value: string): string {
  if (/^[\w.:/?&=@%+~,-]*$/.test(value)) return value
  if (!/['$\\\n\r]/.test(value)) return `'${value}'`
  if (!/["$\\\r]/.test(value)) return `"${value.replaceAll('\n', '\\n')}"`
  throw new Problem(
    `${name} cannot be written into the file so that Node, Next and Docker read the same value: it has a dollar sign, a backslash or both kinds of quotes. Use another value, or in a URL %24, %5C, %22 and %27.`,
  )
}

/**
 * Opens a dotenv file, which may not exist yet.
 *
 * @param path - absolute
 */
export function openEnvironmentFile(path: string): EnvironmentFile {
  const readText = () => (existsSync(path) ? readFileSync(path, 'utf8') : heading)
  const create = (text: string) => {
    // Atomic, and readable by the owner only from the start.
    const temporaryPath = `${path}.${process.pid}.tmp`
    writeFileSync(temporaryPath, text, { mode: 0o600 })
    chmodSync(temporaryPath, 0o600)
    renameSync(temporaryPath, path)
  }
  return {
    path,
    get values() {
      return parseEnv(readText())
    },
    create,
    set: (name, value) => {
      const line = `${name}=${quoteValue(name, value)}`
      const lines = readText().trimEnd().split('\n')
      const index = lines.findIndex((text) => text.startsWith(`${name}=`))
      create(`${(index < 0 ? [...lines, line] : lines.with(index, line)).join('\n')}\n`)
    },
    protect: () => {
      if (existsSync(path)) chmodSync(path, 0o600)
    },
  }
}
