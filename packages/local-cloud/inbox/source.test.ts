import { expect, test } from 'vitest'
import { mailSource } from './source.ts'

const mail = {
  id: '1-2',
  receivedAt: '2030-01-02T03:04:05.000Z',
  source: 'auth',
  kind: 'recovery',
  from: 'Café <noreply@localhost>',
  to: 'ada@example.com',
  subject: 'Grüße\r\nBcc: evil@example.com',
  text: 'Hello = “you” \nsecond',
  html: `<p>${'x'.repeat(200)}</p>`,
} as const

const decode = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

test('has headers, none of which a message can add to', () => {
  const [head = ''] = mailSource(mail).split('\r\n\r\n')
  expect(head).toContain('Date: Wed, 02 Jan 2030 03:04:05 +0000')
  expect(head).toMatch(/^From: =\?utf-8\?B\?Q2Fmw6k=\?= <noreply@localhost>$/m)
  expect(head).not.toMatch(/^Bcc:/m)
  const subject = /^Subject: =\?utf-8\?B\?([^?]+)\?=$/m.exec(head)?.[1] ?? ''
  expect(Buffer.from(subject, 'base64').toString()).toBe(mail.subject)
})

test('has both bodies as they were, in lines that mail servers pass on', () => {
  const source = mailSource(mail)
  expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76)
  const [, text = '', html = ''] = source.split(/--=_1-2(?:--)?\r\n/)
  expect(decode(text.split('\r\n\r\n')[1] ?? '')).toBe('Hello = “you” \r\nsecond\r\n')
  expect(decode(html.split('\r\n\r\n')[1] ?? '')).toBe(`${mail.html}\r\n`)
})
