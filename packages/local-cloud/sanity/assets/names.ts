/** The parts of an image's file name: `<sha1>-<width>x<height>.<extension>` (https://www.sanity.io/docs/image-urls). */
export type ImageName = { sha1: string; width: number; height: number; extension: string }
/** The parts of any other file's name: `<sha1>.<extension>`. */
export type FileName = { sha1: string; extension: string }

const IMAGE_NAME = /^([0-9a-f]{40})-(\d{1,5})x(\d{1,5})\.([a-z0-9]{1,10})$/
const FILE_NAME = /^([0-9a-f]{40})\.([a-z0-9]{1,10})$/

/** Parses an image's file name; `undefined` for any other name. */
export function parseImageName(name: string): ImageName | undefined {
  const [, sha1, width, height, extension] = IMAGE_NAME.exec(name) ?? []
  if (!sha1 || !width || !height || !extension) return undefined
  return { sha1, width: Number(width), height: Number(height), extension }
}

/** Parses the file name of a non-image; `undefined` for any other name. */
export function parseFileName(name: string): FileName | undefined {
  const [, sha1, extension] = FILE_NAME.exec(name) ?? []
  return sha1 && extension ? { sha1, extension } : undefined
}

export function formatImageName({ sha1, width, height, extension }: ImageName): string {
  return `${sha1}-${width}x${height}.${extension}`
}

/** The `_id` of an image's asset document. */
export function getImageId({ sha1, width, height, extension }: ImageName): string {
  return `image-${sha1}-${width}x${height}-${extension}`
}

/** The `_id` of a non-image's asset document. */
export function getFileId({ sha1, extension }: FileName): string {
  return `file-${sha1}-${extension}`
}
