import { createClient } from '@sanity/client'
import { expect, it, vi } from 'vitest'
import { convertSrtToVtt, detectTrackFormat, fetchTrack } from './webVtt'

const srt = `\ufeff1\r\n00:00:01,000 --> 0:00:02,5\r\n<font color="#fff">Hello, you</font>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Bye\r\n`

it.each([
  ['WEBVTT', 'vtt'],
  ['\ufeffWEBVTT - Tour\n\n', 'vtt'],
  ['WEBVTTX', 'unknown'],
  [srt, 'srt'],
  ['00:00:01.000 --> 00:00:02.000\nHello', 'srt'],
  ['{\\rtf1 Hello}', 'unknown'],
  ['', 'unknown'],
])('the format of %j is %s', (text, format) => expect(detectTrackFormat(text)).toBe(format))

it('converts SRT to WebVTT', () => {
  const vtt = convertSrtToVtt(srt)
  expect(vtt).toBe(
    'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello, you\n\n2\n00:00:03.000 --> 00:00:04.000\nBye\n',
  )
  expect(detectTrackFormat(vtt)).toBe('vtt')
})

it('reads a file in Windows-1252', async () => {
  const client = createClient({ projectId: 'local', dataset: 'production', apiVersion: '1', useCdn: false })
  const file = { url: 'http://localhost/a.srt', originalFilename: 'a.srt' }
  Object.assign(client, { fetch: () => Promise.resolve(file) })
  const bytes = Uint8Array.from([0x31, 0x0a, 0x43, 0x61, 0x66, 0xe9])
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(bytes))
  expect(await fetchTrack(client, 'file-a-srt')).toEqual({ name: 'a.srt', text: '1\nCafé' })
})
