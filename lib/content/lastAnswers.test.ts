import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/tests/support/temporaryFolder'
import { lastAnswersIn } from './lastAnswers'

const folder = () => join(temporaryFolder('answers'), 'content')

test('an answer outlives the process that got it', () => {
  const place = folder()
  lastAnswersIn(place).keep('pages', { title: 'Home' })
  expect(lastAnswersIn(place).find('pages')).toEqual({ answer: { title: 'Home' } })
  expect(lastAnswersIn(place).find('offers')).toBeUndefined()
})

test('that there is nothing is an answer too', () => {
  const place = folder()
  lastAnswersIn(place).keep('pages', null)
  expect(lastAnswersIn(place).find('pages')).toEqual({ answer: null })
})

test('the newer answer replaces the older, and no other file is left', () => {
  const place = folder()
  const answers = lastAnswersIn(place)
  answers.keep('pages', 1)
  answers.keep('pages', 2)
  expect(lastAnswersIn(place).find('pages')).toEqual({ answer: 2 })
  expect(readdirSync(place)).toHaveLength(1)
})

test('a damaged file is no answer', () => {
  const place = folder()
  lastAnswersIn(place).keep('pages', 1)
  const [file] = readdirSync(place)
  writeFileSync(join(place, file ?? ''), '{"answer":')
  expect(lastAnswersIn(place).find('pages')).toBeUndefined()
})

test('without a folder that can be written, an answer lasts as long as the process', () => {
  const file = join(temporaryFolder('answers'), 'file')
  writeFileSync(file, '')
  const answers = lastAnswersIn(join(file, 'content'))
  answers.keep('pages', 1)
  expect(answers.find('pages')).toEqual({ answer: 1 })
})
