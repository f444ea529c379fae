import { describe, expect, it } from 'vitest'
import { describeHardcodedNumber, describePlaceholderProblem } from './placeholders'

describe('describePlaceholderProblem', () => {
  it('accepts only the text’s and the offer’s placeholders, with both braces', () => {
    expect(describePlaceholderProblem('{email} gets {hours} hours and {totalValue}', ['email'])).toBeNull()
    expect(describePlaceholderProblem('{hour} hours')).toMatch(/^“{hour}” isn’t a placeholder for this text/)
    expect(describePlaceholderProblem('{email}')).toMatch(/isn’t a placeholder/)
    expect(describePlaceholderProblem('{hours hours')).toMatch(/Unmatched { or }/)
  })
})

describe('describeHardcodedNumber', () => {
  it.each([
    ['8 studio hours per month', '8 studio hours', '{hours}'],
    ['Eight hours in the room', 'Eight hours', '{hours}'],
    ['thirty hours of filming', 'thirty hours', '{hours}'],
    ['twenty-four clips a month', 'twenty-four clips', '{clips}'],
    ['ten social clips an episode', 'ten social clips', '{clips}'],
    ['A 2-camera setup', '2-camera', '{cameras}'],
    ['a technician and two cameras', 'two cameras', '{cameras}'],
    ['for the first two months', 'first two months', '{months}'],
    ['The 2-Month Growth Package', '2-Month', '{months}'],
    ['From $997 a month', '$997', '{introPrice}'],
  ])('suggests a placeholder for the number in “%s”', (text, match, placeholder) => {
    expect(describeHardcodedNumber(text)).toContain(`“${match}”`)
    expect(describeHardcodedNumber(text)).toContain(placeholder)
  })

  it.each([
    'Cancel at least 24 hours before it starts.',
    'We answer within 24 hours.',
    '{hours} studio hours and a {cameras}-camera setup',
    'Camera two stays with the guest.',
    'Every session runs to two recorders at once.',
    'Choose one of two links.',
    undefined,
  ])('accepts %j', (text) => expect(describeHardcodedNumber(text)).toBeNull())
})
