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

/** Lengths of texts, from a word to more than any field with a limit accepts. Characters. */
const textLengths = [3, 8, 18, 24, 38, 55, 75, 90, 115, 140, 155, 230, 310, 690, 3000] as const

/** Texts with invisible characters, other scripts, markup, placeholders, or long words. */
const strangeTexts = [
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

/** Paths, URLs, emails, phone numbers and link names, many of them invalid or without a target. */
const mixedUrls = [
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

/** Creates a plain text of at most `length` characters. */
export function createPlainText(random: Random, length: number = random.pick(textLengths)): string {
  const chosenWords: string[] = []
  while (chosenWords.join(' ').length < length) chosenWords.push(random.pick(words))
  const text = chosenWords.join(' ').slice(0, length).trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Picks a new text for a field, or changes its current one. */
export function pickText(random: Random, current: unknown): string {
  if (typeof current === 'string' && random.chance(0.4)) return alterText(random, current)
  if (random.chance(0.5)) return createPlainText(random)
  return random.chance(0.5) ? random.pick(strangeTexts) : random.pick(mixedUrls)
}

/** Changes a text at random. */
function alterText(random: Random, text: string): string {
  const position = random.number(text.length + 1)
  return random.pick([
    () => `${text} ${createPlainText(random, 20)}`,
    () => `${createPlainText(random, 12)} ${text}`,
    () => text.slice(0, position),
    () => text.slice(position),
    () => `${text.slice(0, position)}${random.pick(strangeTexts)}${text.slice(position)}`,
    () => `${text}${text}`,
    () => ` ${text}\n`,
    () => text.replace(/\{(\w+)\}/, '{ $1 }'),
    () => text.replace(/\{\w+\}/, ''),
    () => text.toUpperCase(),
    () => text.replace(/[\p{L}\p{N}]/gu, ''),
    () => text.replace(/[\p{L}\p{N}]/gu, '\u200b'),
  ])()
}
