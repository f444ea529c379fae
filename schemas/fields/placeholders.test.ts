import { describe, expect, it } from 'vitest'
import { findHardcodedNumberAdvice, findPlaceholderProblem } from './placeholders'

describe('findPlaceholderProblem', () => {
  it('accepts the placeholders of the text and of the offer only', () => {
    expect(findPlaceholderProblem('{email} gets {hours} hours and {totalValue}', ['email'])).toBeNull()
    expect(findPlaceholderProblem('{hour} hours')).toMatch(/^“{hour}” isn’t a placeholder of this text/)
    expect(findPlaceholderProblem('{email}')).toMatch(/isn’t a placeholder/)
    expect(findPlaceholderProblem('{hours hours')).toMatch(/Unmatched { or }/)
  })
})

describe('findHardcodedNumberAdvice', () => {
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
    expect(findHardcodedNumberAdvice(text)).toContain(`“${match}”`)
    expect(findHardcodedNumberAdvice(text)).toContain(placeholder)
  })

  it.each([
    'Cancel at least 24 hours before it starts.',
    'We answer within 24 hours.',
    '{hours} studio hours and a {cameras}-camera setup',
    'Camera two stays with the guest.',
    'Every session runs to two recorders at once.',
    'Choose one of two links.',
    undefined,
  ])('accepts %j', (text) => expect(findHardcodedNumberAdvice(text)).toBeNull())
})
