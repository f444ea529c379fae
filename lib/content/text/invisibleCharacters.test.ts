import { expect, it } from 'vitest'
import { describeInvisibleCharacterProblem, stripInvisible } from './invisibleCharacters'

it.each(['\u200b', '\ufeff', '\u202a', '\u00ad', '\u2066', '\u0000'])('strips %j', (character) => {
  expect(stripInvisible(`pod${character}cast`)).toBe('podcast')
})

it('turns line separators into line breaks or spaces', () => {
  expect(stripInvisible('one\u2028two\u2029three')).toBe('one two three')
  expect(stripInvisible('one\u2028two', '\n')).toBe('one\ntwo')
})

it.each(['👩‍🎤', 'می\u200cخواهم', 'שלום\u200f!', 'line\nbreak\ttab'])('leaves %j unchanged', (text) => {
  expect(stripInvisible(text, '\n')).toBe(text)
})

it.each(['\u200b', '\ufeff', '\u202a', '\u00ad', '\u2028', '\u200d'])('rejects %j in a URL', (character) => {
  expect(describeInvisibleCharacterProblem(`https://example.com/a${character}b`)).toContain(
    'invisible character',
  )
  expect(describeInvisibleCharacterProblem('https://example.com/ab')).toBeNull()
})
