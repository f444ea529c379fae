import type { Random } from '../random.ts'

/** Words for plain texts. */
const words = [
  'voice',
  'studio',
  'record',
  'story',
  'camera',
  'listen',
  'guest',
  'light',
  'room',
  'people',
  'every',
  'month',
] as const

/** Lengths of texts, from a word to more than any field accepts. Characters. */
const lengths = [3, 8, 18, 24, 38, 55, 75, 90, 115, 140, 155, 230, 310, 690, 3000] as const

/** Texts with invisible characters, long words, or placeholders. */
const strange = [
  ' ',
  '\n\n',
  '\u00a0',
  '\u200b',
  '\u200b\u2060\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  'مرحبا بكم في الاستوديو',
  '\u202e$799 hcae\u202c',
  '\u2067$997',
  '👩‍👩‍👧‍👦 🎙️',
  'Z\u0351\u036b\u0343a\u0329\u034d\u0325l',
  '<script>alert(1)</script>',
  '</style></script><img src=x onerror=alert(1)>',
  '&lt;b&gt; & "quotes" \u2028',
  'javascript:alert(1)',
  'data:text/html,<b>',
  '{unknown}',
  '{email}',
  '{amount}',
  '{',
  '}',
  '{{hours}}',
  '{hours}',
  '{clips}',
  '{cameras}',
  '{months}',
  '{introPrice}',
  '{regularPrice}',
  '{totalValue}',
  '{title} · {siteName}',
  '$1',
  '$$',
  'Donaudampfschifffahrtsgesellschaftskapitänsmütze',
  'x'.repeat(5000),
] as const

/** URLs of every kind, most of them without a target. */
const urls = [
  '/services',
  '/services#offer',
  '/services#no-such-place',
  '/sign-in',
  '/page-of-nobody',
  '/a-page',
  '/b-page',
  '/c-page',
  '/old/page',
  '/api/health',
  '/studio-admin',
  '//evil.example',
  '/\\evil.example',
  'services',
  'offer',
  'content',
  'site-menu',
  'offer-dialog',
  'a-place',
  'b-place',
  'https://example.com/a?b=c#d',
  'https://EXAMPLE.com/ä ö',
  'https://',
  'https://localhost',
  'http://example.com',
  'ftp://example.com',
  'mailto:studio@example.com',
  'mailto:',
  'mailto:?subject=x',
  'mailto:nobody',
  'tel:+13105550142',
  'tel:',
  'tel:abc',
  'studio@example.com',
  '+1 310 555 0142',
  '.......',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/123456789',
  'https://vimeo.com/',
  'https://example.com/a\u200bb',
  '/a\u00adpage',
  'stu\u200bdio@example.com',
  'mailto:studio@exam\ufeffple.com',
] as const

/** Creates a plain text of nearly, and at most, a number of characters. */
export function plainText(random: Random, length: number = random.pick(lengths)): string {
  const chosen: string[] = []
  while (chosen.join(' ').length < length) chosen.push(random.pick(words))
  const text = chosen.join(' ').slice(0, length).trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Picks any text for a field in place of its current one. */
export function anyText(random: Random, current: unknown): string {
  if (typeof current === 'string' && random.chance(0.4)) return alteredText(random, current)
  if (random.chance(0.5)) return plainText(random)
  return random.chance(0.5) ? random.pick(strange) : random.pick(urls)
}

/** Inserts text into, or cuts a part from, a text. */
function alteredText(random: Random, text: string): string {
  const at = random.number(text.length + 1)
  return random.pick([
    () => `${text} ${plainText(random, 20)}`,
    () => `${plainText(random, 12)} ${text}`,
    () => text.slice(0, at),
    () => text.slice(at),
    () => `${text.slice(0, at)}${random.pick(strange)}${text.slice(at)}`,
    () => `${text}${text}`,
    () => ` ${text}\n`,
    () => text.replace(/\{(\w+)\}/, '{ $1 }'),
    () => text.replace(/\{\w+\}/, ''),
    () => text.toUpperCase(),
    () => text.replace(/[\p{L}\p{N}]/gu, ''),
    () => text.replace(/[\p{L}\p{N}]/gu, '\u200b'),
  ])()
}
