import { expect, it } from 'vitest'
import { findCorrection } from './suggestEmail'

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmial.con', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@yahoo.con', 'ada@yahoo.com'],
  ['ada@lovelace.con', 'ada@lovelace.com'],
  ['ada@hotmail.co.uk', undefined],
  ['ada@lovelace.tv', undefined],
  ['ada@lovelace.fm', undefined],
  ['ada@lovelace.coach', undefined],
  ['ada@lovelace.com', undefined],
])('findCorrection(%s) returns %s', (email, correction) => {
  expect(findCorrection(email)).toBe(correction)
})
