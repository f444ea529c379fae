import { rm } from 'node:fs/promises'
import type { FileSystemCache } from './nextCache.ts'

type FileMethods = ConstructorParameters<typeof FileSystemCache>[0]['fs']

/**
 * Wraps the file system methods of Next's cache so that a failed write (on a full disk, for example) leaves no
 * partial file. Next renders an entry again when one of its files is missing, but would serve a truncated file.
 */
export function removePartialWrites(fileMethods: FileMethods): FileMethods {
  return {
    ...fileMethods,
    writeFile: async (file, data) => {
      try {
        await fileMethods.writeFile(file, data)
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },
  }
}
