import { rm } from 'node:fs/promises'
import type { FileSystemCache } from './nextCache.ts'

type Files = ConstructorParameters<typeof FileSystemCache>[0]['fs']

/**
 * Wraps the files of Next's cache so that a write that fails, as on a full disk, leaves no partial file. Next renders an entry
 * again when one of its files is missing, and would serve a truncated one.
 */
export function removePartialWrites(files: Files): Files {
  return {
    ...files,
    writeFile: async (file, data) => {
      try {
        await files.writeFile(file, data)
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },
  }
}
