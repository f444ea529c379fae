import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Problem } from '../lib/command.ts'

const heading = '# npm run provision wrote this file. It contains secrets: only its owner may read it.\n'

/**
 * Quotes a value so that Node, Next and Docker Compose read it alike. Next expands `$` in single and double quotes, and
 * the others would keep a backslash that escapes it.
 */
function quoteValue(name: string, value: string): string {
  if (/^[\w.:/?&=@%+~,-]*$/.test(value)) return value
  if (!/["$\\\r]/.test(value)) return `"${value.replaceAll('\n', '\\n')}"`
  throw new Problem(
    `${name} cannot be written so that Node, Next and Docker read the same value: it has a dollar sign, backslash, double quote or carriage return. Use a different value or, in a URL, %24, %5C or %22.`,
  )
}

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : heading)

/** Reads the variables of a dotenv file; none when it does not exist. */
export const readEnvironmentFile = (path: string): Record<string, string | undefined> =>
  parseEnv(readText(path))

/** Writes a dotenv file atomically. Only its owner may read it. */
export function writeEnvironmentFile(path: string, text: string): void {
  const temporaryPath = `${path}.${process.pid}.tmp`
  writeFileSync(temporaryPath, text, { mode: 0o600 })
  renameSync(temporaryPath, path)
}

/**
 * Sets a variable in a dotenv file: replaces its line or adds one, and changes no other line.
 *
 * @throws Problem when its value has characters that parsers read differently
 */
export function setVariable(path: string, name: string, value: string): void {
  const line = `${name}=${quoteValue(name, value)}`
  const lines = readText(path).trimEnd().split('\n')
  const index = lines.findIndex((text) => text.startsWith(`${name}=`))
  writeEnvironmentFile(path, `${(index < 0 ? [...lines, line] : lines.with(index, line)).join('\n')}\n`)
}
