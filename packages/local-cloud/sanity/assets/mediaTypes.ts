/** The media types of assets by file extension. */
const MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  tif: 'image/tiff',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  vtt: 'text/vtt',
  html: 'text/html',
}

/** The media type of a file extension; for an unknown one, a type that browsers download. */
export function getMediaType(extension: string): string {
  return MEDIA_TYPES[extension] ?? 'application/octet-stream'
}
