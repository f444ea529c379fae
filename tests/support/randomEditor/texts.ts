import { hostileMarkup, hostileUrls } from '../hostileContent.ts'
import type { Random } from '../random.ts'

const words = 'voice studio record story camera listen guest light room people every month'.split(' ')

/** String lengths in characters, from a word to more than any field with a limit accepts. */
const textLengths = [3, 18, 38, 75, 115, 155, 310, 3000] as const

/** Text with invisible characters, other scripts, markup, placeholders, or long words. */
const strangeTexts = [
  ' ',
  '\u200b\u2060\ufeff',
  '\u3164',
  'مرحبا بكم في الاستوديو',
  '\u202e$799 hcae\u202c',
  '👩‍👩‍👧‍👦 🎙️',
  'Z\u0351\u036b\u0343a\u0329\u034d\u0325l',
  hostileMarkup,
  '&lt;b&gt; & "quotes" \u2028',
  '{unknown}',
  '{',
  '{hours}',
  '{introPrice}',
  '{title} · {siteName}',
  '$1 $$',
  'x'.repeat(5000),
]

/** Paths, URLs, emails, phone numbers and link names, many of them invalid or without a target. */
const mixedUrls = [
  ...hostileUrls,
  '/services#offer',
  '/services#no-such-place',
  '/sign-in',
  '/page-of-nobody',
  '/a-page',
  '/b-page',
  '/old/page',
  '/api/health',
  '//evil.example',
  'offer',
  'site-menu',
  'a-place',
  'https://example.com/a?b=c#d',
  'https://EXAMPLE.com/ä ö',
  'mailto:studio@example.com',
  'mailto:nobody',
  'tel:+13105550142',
  'tel:abc',
  'studio@example.com',
  '+1 310 555 0142',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/123456789',
  'https://example.com/a\u200bb',
  '/a\u00adpage',
]

/** Creates plain text of at most `length` characters. */
export function createPlainText(random: Random, length: number = random.pick(textLengths)): string {
  let text = random.pick(words)
  while (text.length < length) text += ` ${random.pick(words)}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1, length).trim()}`
}

/** Picks a new string for a field, or edits its current one. */
export function pickText(random: Random, current: unknown): string {
  if (typeof current !== 'string' || random.chance(0.5)) {
    return random.chance(0.5) ? createPlainText(random) : random.pick([...strangeTexts, ...mixedUrls])
  }
  const position = random.number(current.length + 1)
  return random.pick([
    `${current} ${createPlainText(random, 20)}`,
    `${createPlainText(random, 12)} ${current}`,
    current.slice(0, position),
    `${current.slice(0, position)}${random.pick(strangeTexts)}${current.slice(position)}`,
    ` ${current}\n`,
    current.replace(/\{(\w+)\}/, '{ $1 }'),
    current.replace(/\{\w+\}/, ''),
    current.toUpperCase(),
    current.replace(/[\p{L}\p{N}]/gu, '\u200b'),
  ])
}
