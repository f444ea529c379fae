import { expect, it } from 'vitest'
import { suggestEmail } from './suggestEmail'

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
])('suggests a correction of %s', (email, correction) => {
  expect(suggestEmail(email)).toBe(correction)
})

it.each(['ada@gmail.com', 'ada@icloud.com', 'ada@example.com', 'ada@studio.beverlyhills.example'])(
  'suggests no correction of %s',
  (email) => {
    expect(suggestEmail(email)).toBeUndefined()
  },
)
