const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  xml: 'application/xml',
  html: 'text/html',
  woff2: 'font/woff2',
}

/** The media type that a file with this extension is served as. Anything unknown is bytes to be downloaded. */
export function mediaTypeOf(extension: string): string {
  return TYPES[extension] ?? 'application/octet-stream'
}

/** The extension for a media type, if it is a known one. */
export function extensionOf(mediaType: string): string | undefined {
  const bare = mediaType.split(';')[0]?.trim().toLowerCase()
  return Object.keys(TYPES).find((extension) => TYPES[extension] === bare)
}
