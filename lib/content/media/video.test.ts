import { describe, expect, it } from 'vitest'
import { findVideoPlayer, type VideoValue } from './video'

const youTube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0'

describe('findVideoPlayer', () => {
  it.each([
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com/watch?v=aqz-KE-bpKQ&t=10s',
    'https://youtu.be/aqz-KE-bpKQ?si=x',
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/shorts/aqz-KE-bpKQ',
    'https://m.youtube.com/live/aqz-KE-bpKQ',
  ])('plays %s without cookies', (url) => {
    expect(findVideoPlayer({ source: 'youtube', url })).toEqual({ kind: 'frame', src: youTube })
  })

  it.each([
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    [
      'https://vimeo.com/76979871/abc123',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abc123',
    ],
    [
      'https://player.vimeo.com/video/76979871?h=abc123',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abc123',
    ],
  ])('plays %s without tracking', (url, src) => {
    expect(findVideoPlayer({ source: 'vimeo', url })).toEqual({ kind: 'frame', src })
  })

  it.each([
    'javascript:alert(1)',
    'http://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    'https://evil.example/youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v="><script>',
    'https://vimeo.com/76979871',
    '',
    null,
  ])('rejects %s as a YouTube video', (url) => {
    expect(findVideoPlayer({ source: 'youtube', url })).toBeNull()
  })

  it.each(['https://vimeo.com.evil.example/1', 'https://vimeo.com/channels/x', 'https://vimeo.com/1?h="x'])(
    'rejects the Vimeo URL %s, unless removing a malformed hash makes it valid',
    (url) => {
      expect(
        findVideoPlayer({ source: 'vimeo', url })?.kind === 'frame'
          ? findVideoPlayer({ source: 'vimeo', url })
          : null,
      ).toEqual(
        url.includes('?h=')
          ? { kind: 'frame', src: 'https://player.vimeo.com/video/1?autoplay=1&dnt=1' }
          : null,
      )
    },
  )

  it('plays a file, with its captions and descriptions', () => {
    const file = { url: 'https://cdn.example/a.mp4', mimeType: 'video/mp4' }
    const captions = { url: 'https://cdn.example/a.vtt' }
    const descriptions = { url: 'https://cdn.example/a-descriptions.vtt' }
    expect(findVideoPlayer({ source: 'file', file, captions, descriptions })).toEqual({
      kind: 'file',
      sources: [{ src: file.url, type: 'video/mp4' }],
      captions: captions.url,
      descriptions: descriptions.url,
    })
  })

  it('offers the smaller WebM file first, but only together with the MP4 file', () => {
    const file = { url: 'https://cdn.example/a.mp4', mimeType: 'video/mp4' }
    const webm = { url: 'https://cdn.example/a.webm', mimeType: 'video/webm' }
    const getOfferedUrls = (video: VideoValue) => {
      const player = findVideoPlayer({ source: 'file', ...video })
      return player?.kind === 'file' ? player.sources.map(({ src }) => src) : null
    }
    expect(getOfferedUrls({ file, webm })).toEqual([webm.url, file.url])
    expect(getOfferedUrls({ webm })).toBeNull()
    expect(getOfferedUrls({ file, webm: { url: webm.url, mimeType: 'text/html' } })).toEqual([file.url])
    expect(getOfferedUrls({ file, webm: { url: 'javascript:alert(1)', mimeType: 'video/webm' } })).toEqual([
      file.url,
    ])
  })

  it('returns null without a file at a safe URL, and for an unknown source', () => {
    expect(findVideoPlayer({ source: 'file', file: { url: 'javascript:alert(1)' } })).toBeNull()
    expect(findVideoPlayer({ source: 'file' })).toBeNull()
    expect(findVideoPlayer({ source: 'tape', url: 'https://youtu.be/aqz-KE-bpKQ' })).toBeNull()
    expect(findVideoPlayer(null)).toBeNull()
  })
})
