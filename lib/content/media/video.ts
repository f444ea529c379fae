import { stegaClean } from '@sanity/client/stega'
import { hasPicture, type PictureValue } from './image'

type FileValue = { url?: string | null; mimeType?: string | null; uploadedAt?: string | null }

/** A video in the result of a page query. */
export type VideoValue = {
  title?: string | null
  source?: string | null
  url?: string | null
  file?: FileValue | null
  webm?: FileValue | null
  captions?: { url?: string | null } | null
  descriptions?: { url?: string | null } | null
}

/** A video with its poster, which is shown until the video plays. */
export type VideoWithPoster = VideoValue & { poster?: PictureValue | null }

/** Whether a video has a player or a poster. */
export function hasVideo(video: VideoWithPoster | null | undefined): boolean {
  return findVideoPlayer(video) !== null || hasPicture(video?.poster)
}

/** The player of a video: YouTube's or Vimeo's in an iframe, or the browser's own `<video>` with files. */
export type Player =
  | { kind: 'frame'; src: string }
  | { kind: 'file'; sources: Source[]; captions: string | undefined; descriptions: string | undefined }

/** One of a video's files. The browser plays the first one with a supported type. */
type Source = { src: string; type: string | undefined }

/**
 * Finds the player of a video; null when there is nothing safe to play. URLs from the CMS are not trusted: the URL of a
 * frame is rebuilt from a known host and a well-formed id, without cookies (YouTube) or tracking (Vimeo's `dnt`).
 *
 * Parameters: https://developers.google.com/youtube/player_parameters,
 * https://help.vimeo.com/hc/en-us/articles/12426260232977-Player-parameters-overview
 */
export function findVideoPlayer(video: VideoValue | null | undefined): Player | null {
  const { source, url, file, webm, captions, descriptions } = stegaClean(video ?? {})
  if (source === 'youtube') return createYouTubePlayer(url)
  if (source === 'vimeo') return createVimeoPlayer(url)
  // The smaller WebM file needs the main file as a fallback, since not every browser supports WebM.
  const mainSource = source === 'file' ? toSource(file) : undefined
  if (!mainSource) return null
  const webmSource = toSource(webm)
  return {
    kind: 'file',
    sources: webmSource?.type ? [webmSource, mainSource] : [mainSource],
    captions: isHttpUrl(captions?.url) ? captions.url : undefined,
    descriptions: isHttpUrl(descriptions?.url) ? descriptions.url : undefined,
  }
}

function toSource(file: FileValue | null | undefined): Source | undefined {
  if (!isHttpUrl(file?.url)) return undefined
  return { src: file.url, type: file.mimeType?.startsWith('video/') ? file.mimeType : undefined }
}

function createYouTubePlayer(text: string | null | undefined): Player | null {
  const url = parseHttpsUrl(text)
  if (!url || !/^(www\.|m\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)$/.test(url.hostname)) return null
  const fromPath = url.hostname === 'youtu.be' ? url.pathname.slice(1) : url.pathname.split('/')[2]
  const id = url.searchParams.get('v') ?? fromPath ?? ''
  if (!/^[\w-]{11}$/.test(id)) return null
  return { kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` }
}

function createVimeoPlayer(text: string | null | undefined): Player | null {
  const url = parseHttpsUrl(text)
  if (!url || !/^(www\.|player\.)?vimeo\.com$/.test(url.hostname)) return null
  const match = /^\/(?:video\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(url.pathname)
  if (!match) return null
  // Unlisted videos need the hash from their URL.
  const hash = match[2] ?? url.searchParams.get('h') ?? ''
  const hashParameter = /^[0-9a-f]+$/.test(hash) ? `&h=${hash}` : ''
  return { kind: 'frame', src: `https://player.vimeo.com/video/${match[1]}?autoplay=1&dnt=1${hashParameter}` }
}

function parseHttpsUrl(text: string | null | undefined): URL | null {
  const url = text ? URL.parse(text) : null
  return url?.protocol === 'https:' ? url : null
}

function isHttpUrl(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text)
}
