import 'server-only'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stores the last result of each query in memory, and on a writable disk for later processes. */
export type FallbackStore = {
  /** @returns the stored result, or undefined when there is none */
  read(key: string): { result: unknown } | undefined
  write(key: string, result: unknown): void
}

/**
 * Creates a store of query results for Content Lake outages. A build fills the folder for servers that start during an
 * outage. Without a writable disk, the results last as long as the process.
 *
 * @param folder - absolute path; created when it is missing
 */
export function createFallbackStore(folder: string): FallbackStore {
  const fallbacks = new Map<string, { result: unknown }>()
  const getFile = (key: string) =>
    join(/* turbopackIgnore: true */ folder, `${createHash('sha256').update(key).digest('hex')}.json`)
  return {
    read: (key) => fallbacks.get(key) ?? readFallback(getFile(key)),
    write(key, result) {
      fallbacks.set(key, { result })
      try {
        mkdirSync(folder, { recursive: true })
        // Renamed into place, since several workers of a build may write the same result.
        const temporary = `${getFile(key)}.${process.pid}`
        writeFileSync(temporary, JSON.stringify({ result }))
        renameSync(temporary, getFile(key))
      } catch {
        // The result is still in memory.
      }
    },
  }
}

function readFallback(file: string): { result: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof parsed === 'object' && parsed !== null && 'result' in parsed ? parsed : undefined
  } catch {
    return undefined
  }
}
