import type { Mail } from './inbox.ts'

/** How long a line may be, without its end (https://www.rfc-editor.org/rfc/rfc2045#section-6.7). Characters. */
const LINE = 76
/** How many bytes an encoded word holds, so that it has at most 75 characters (https://www.rfc-editor.org/rfc/rfc2047). */
const WORD = 42

/** Text in pieces of at most so many bytes, no character in two of them. */
function pieces(text: string, bytes: number): string[] {
  const found: string[] = []
  let piece = ''
  for (const character of text) {
    if (piece !== '' && Buffer.byteLength(piece + character) > bytes) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}

/** A header's value: as it is, or in encoded words when it has other characters than ASCII's, line ends among them. */
function headerValue(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text
  return pieces(text, WORD)
    .map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join('\r\n ')
}

/** An address in which only the name before `<…>` is encoded. */
function addressValue(text: string): string {
  const [, name, rest] = /^(.*\S)\s*(<[\x21-\x7e]+>)$/s.exec(text) ?? []
  return name && rest ? `${headerValue(name)} ${rest}` : headerValue(text)
}

function quotedLine(line: string): string {
  const encoded = [...line].map((character, index, all) => {
    const isPlain = /^[\x21-\x3c\x3e-\x7e]$/.test(character)
    const isInnerBlank = /^[ \t]$/.test(character) && index < all.length - 1
    if (isPlain || isInnerBlank) return character
    return [...Buffer.from(character)]
      .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('')
  })
  const lines: string[] = []
  let current = ''
  for (const part of encoded) {
    if (current.length + part.length > LINE - 1) {
      lines.push(`${current}=`)
      current = ''
    }
    current += part
  }
  return [...lines, current].join('\r\n')
}

/** Text as quoted-printable. */
function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(quotedLine)
    .join('\r\n')
}

function part(boundary: string, type: string, text: string): string {
  return `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(text)}\r\n`
}

/** The message as it would travel (https://www.rfc-editor.org/rfc/rfc5322): headers, its text, and its HTML. */
export function mailSource({ id, from, to, replyTo, subject, receivedAt, text, html }: Mail): string {
  // No line of quoted-printable can be this: `=_` stands for no byte.
  const boundary = `=_${id}`
  const headers = {
    Date: new Date(receivedAt).toUTCString().replace('GMT', '+0000'),
    From: addressValue(from),
    To: addressValue(to),
    ...(replyTo ? { 'Reply-To': addressValue(replyTo) } : {}),
    Subject: headerValue(subject),
    'Message-ID': `<${id}@localhost>`,
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative; boundary="${boundary}"`,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${lines.join('')}\r\n${part(boundary, 'text/plain', text)}${part(boundary, 'text/html', html)}--${boundary}--\r\n`
}
