import type { SanityClient } from 'sanity'

/** The format of a text track. Browsers support only WebVTT. */
export type TrackFormat = 'vtt' | 'srt' | 'unknown'

/** Detects the format of a text track: https://www.w3.org/TR/webvtt1/#file-structure */
export function detectTrackFormat(text: string): TrackFormat {
  if (/^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt'
  return /^\ufeff?\s*(?:\d+\s+)?\d+:\d+:\d+[,.]\d+\s*-->/.test(text) ? 'srt' : 'unknown'
}

/** Converts an SRT file to WebVTT. Fonts and positions, which SRT has no standard for, are left out. */
export function convertSrtToVtt(srt: string): string {
  const cues = srt
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/<\/?font[^>]*>|\{\\an?\d+\}/gi, '')
    .replace(/^.*-->.*$/gm, (line) =>
      line.replace(
        /(\d+):(\d+):(\d+)[,.](\d+)/g,
        (_, hours: string, minutes: string, seconds: string, milliseconds: string) =>
          `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}.${milliseconds.padEnd(3, '0')}`,
      ),
    )
    .trim()
  return `WEBVTT\n\n${cues}\n`
}

/** Fetches the name and text of a text track. Decodes UTF-8 or Windows-1252, which old programs write. */
export async function fetchTrack(client: SanityClient, ref: string): Promise<{ name: string; text: string }> {
  const file = await client.fetch<{ url: string; originalFilename: string | null }>(
    '*[_id == $ref][0]{url, originalFilename}',
    { ref },
  )
  const bytes = await (await fetch(file.url)).arrayBuffer()
  const name = file.originalFilename ?? 'captions.vtt'
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { name, text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

const formats = new Map<string, TrackFormat>()

/** Fetches the format of a text track. An asset never changes, so its format is fetched once. */
export async function fetchTrackFormat(client: SanityClient, ref: string): Promise<TrackFormat> {
  const format = formats.get(ref) ?? detectTrackFormat((await fetchTrack(client, ref)).text)
  formats.set(ref, format)
  return format
}
