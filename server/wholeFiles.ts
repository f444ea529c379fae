import { rm } from 'node:fs/promises'
import type { FileSystemCache } from './nextCache.ts'

type Files = ConstructorParameters<typeof FileSystemCache>[0]['fs']

/**
 * The files of Next's cache, of which none stays behind that could be written only in part, as on a full disk. An entry
 * is read from all of its files, so that one without a file is made anew, and half a page is never served.
 *
 * @param files - as Next hands them to a cache
 */
export function wholeFiles(files: Files): Files {
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
