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

/** Kinds whose bytes give them away, and how. */
const SIGNATURES: { extensions: string[]; matches: (head: Buffer) => boolean }[] = [
  { extensions: ['png'], matches: (head) => head.toString('hex', 0, 8) === '89504e470d0a1a0a' },
  { extensions: ['jpg', 'jpeg'], matches: (head) => head.toString('hex', 0, 3) === 'ffd8ff' },
  { extensions: ['gif'], matches: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  {
    extensions: ['webp'],
    matches: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
  {
    extensions: ['wav'],
    matches: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE',
  },
  {
    extensions: ['mp4', 'm4v', 'mov', 'm4a', 'avif'],
    matches: (head) => head.toString('latin1', 4, 8) === 'ftyp',
  },
  { extensions: ['webm'], matches: (head) => head.toString('hex', 0, 4) === '1a45dfa3' },
  { extensions: ['ogg'], matches: (head) => head.toString('latin1', 0, 4) === 'OggS' },
  { extensions: ['pdf'], matches: (head) => head.toString('latin1').includes('%PDF-') },
  { extensions: ['zip'], matches: (head) => ['504b0304', '504b0506'].includes(head.toString('hex', 0, 4)) },
  { extensions: ['woff2'], matches: (head) => head.toString('latin1', 0, 4) === 'wOF2' },
  { extensions: ['vtt'], matches: (head) => /^(\xef\xbb\xbf)?WEBVTT/.test(head.toString('latin1', 0, 9)) },
]

/** How many of a file's first bytes `contradicts` wants to see. */
export const HEAD_LENGTH = 1024

/** The media type that a file with this extension is served as. Anything unknown is bytes to be downloaded. */
export function mediaTypeOf(extension: string): string {
  return TYPES[extension] ?? 'application/octet-stream'
}

/** The extension for a media type, if it is a known one. */
export function extensionOf(mediaType: string): string | undefined {
  const bare = mediaType.split(';')[0]?.trim().toLowerCase()
  return Object.keys(TYPES).find((extension) => TYPES[extension] === bare)
}

/** True when a file's first bytes cannot belong to the kind that its extension claims. */
export function contradicts(extension: string, head: Buffer): boolean {
  const signature = SIGNATURES.find(({ extensions }) => extensions.includes(extension))
  return signature !== undefined && !signature.matches(head)
}
