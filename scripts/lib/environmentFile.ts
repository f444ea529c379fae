import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A dotenv file that only its owner may read. */
export type EnvironmentFile = {
  path: string
  /** What stands in it now. */
  values: Record<string, string | undefined>
  /** Writes a variable, in its place when it is there, and nothing else. */
  set(name: string, value: string): void
}

const heading = '# Written by npm run provision. Only for this machine and its owner: it holds secrets.\n'

/** As dotenv files and Next read it back: https://nextjs.org/docs/app/guides/environment-variables */
function quoted(value: string): string {
  return /^[\w.:/?&=@%+~,-]*$/.test(value) ? value : `"${value.replaceAll('\n', '\\n')}"`
}

/**
 * Opens a dotenv file, which need not be there yet.
 *
 * @param path - absolute
 */
export function openEnvironmentFile(path: string): EnvironmentFile {
  const read = () => (existsSync(path) ? readFileSync(path, 'utf8') : heading)
  return {
    path,
    get values() {
      return parseEnv(read())
    },
    set: (name, value) => {
      const line = `${name}=${quoted(value)}`
      const lines = read().trimEnd().split('\n')
      const place = lines.findIndex((text) => text.startsWith(`${name}=`))
      if (place < 0) lines.push(line)
      else lines[place] = line
      // In one step, and never readable for others, not even for a moment.
      const next = `${path}.${process.pid}.tmp`
      writeFileSync(next, `${lines.join('\n')}\n`, { mode: 0o600 })
      chmodSync(next, 0o600)
      renameSync(next, path)
    },
  }
}
