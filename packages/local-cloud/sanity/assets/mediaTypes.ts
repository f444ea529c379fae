/** The uploads of pictures, videos, captions and documents. */
const TYPES: Record<string, string> = {
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

/** The media type of a file with this extension. Browsers download unknown ones. */
export function getMediaType(extension: string): string {
  return TYPES[extension] ?? 'application/octet-stream'
}
