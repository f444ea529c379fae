import { describe, expect, test } from 'vitest'
import { planTransform } from './geometry.ts'
import { rangeOf } from './range.ts'
import { parseTransform } from './transformParams.ts'

const SOURCE = { width: 300, height: 200 }

function plan(query: string) {
  return planTransform(
    SOURCE,
    parseTransform(new URLSearchParams(query), { format: 'jpg', animated: false }, ''),
  )
}

describe('sizes', () => {
  test.each([
    ['', 300, 200],
    ['w=150', 150, 100],
    ['h=50', 75, 50],
    ['w=150&dpr=2', 300, 200],
    ['w=600', 600, 400],
    ['w=600&fit=max', 300, 200],
    ['w=100&h=100', 100, 67],
    ['w=100&h=100&fit=clip', 100, 67],
    ['w=100&h=100&fit=crop', 100, 100],
    ['w=600&h=600&fit=crop', 600, 600],
    ['w=100&h=100&fit=fill', 100, 100],
    ['w=600&h=600&fit=fillmax', 600, 600],
    ['w=600&h=600&fit=max', 300, 200],
    ['w=90&h=10&fit=scale', 90, 10],
    ['w=100&h=100&fit=min', 100, 100],
    ['w=600&h=600&fit=min', 200, 200],
    ['rect=10,20,100,50', 100, 50],
    ['rect=10,20,100,50&w=50', 50, 25],
    ['w=1&h=1&fit=crop', 1, 1],
    ['w=150&fit=crop&max-h=50', 150, 50],
    ['w=60&fit=crop&min-h=50', 60, 50],
    ['h=100&fit=crop&max-w=120&dpr=2', 240, 200],
    ['fit=crop&max-w=100', 100, 200],
    ['w=150&max-h=50', 150, 100],
  ])('%s gives %i x %i', (query, width, height) => {
    expect(plan(query).canvas).toEqual({ width, height })
  })

  test('fillmax never enlarges the picture itself, only what it is set on', () => {
    expect(plan('w=600&h=600&fit=fillmax').scale).toEqual(SOURCE)
    expect(plan('w=600&h=600&fit=fill').scale).toEqual({ width: 600, height: 400 })
  })
})

describe('crops', () => {
  test.each([
    ['crop=center', 50],
    ['crop=left', 0],
    ['crop=right', 100],
    ['crop=focalpoint&fp-x=0.4&fp-y=0.5', 20],
    ['fp-x=0.4', 20],
    ['crop=focalpoint&fp-x=0', 0],
    ['crop=focalpoint&fp-x=1', 100],
  ])('%s keeps the part from x = %i', (query, left) => {
    expect(plan(`w=100&h=100&fit=crop&${query}`).cut).toEqual({ left, top: 0, width: 200, height: 200 })
  })

  test('stay inside a rect, and a rect inside the picture', () => {
    expect(plan('rect=200,100,500,500').cut).toEqual({ left: 200, top: 100, width: 100, height: 100 })
    expect(plan('rect=100,0,100,200&w=50&h=50&fit=crop').cut).toEqual({
      left: 100,
      top: 50,
      width: 100,
      height: 100,
    })
    expect(plan('rect=-50,-50,100,100').cut).toEqual({ left: 0, top: 0, width: 50, height: 50 })
  })
})

describe('parameters', () => {
  test.each([
    'w=0',
    'w=abc',
    'h=99999',
    'fit=stretch',
    'crop=faces',
    'rect=1,2,3',
    'rect=1,2,0,4',
    'bg=red',
    'dpr=9',
    'fm=exe',
    'q=101',
    'or=45',
    'blur=9999',
    'flip=x',
    'max-w=0',
  ])('%s is refused, by name', (query) => {
    const name = query.split('=')[0]
    expect(() => plan(query)).toThrow(`"${name}"`)
  })

  test('that are unknown change nothing', () => {
    expect(plan('w=100&utm_source=x')).toEqual(plan('w=100'))
  })

  test.each([
    ['auto=format', 'image/avif,image/webp,*/*', 'avif'],
    ['auto=format', 'image/webp,*/*', 'webp'],
    ['auto=format', '*/*', 'jpg'],
    ['auto=format&fm=png', 'image/avif', 'png'],
    ['', 'image/avif', 'jpg'],
    ['fm=pjpg', '', 'jpg'],
  ])('%s with Accept %s gives %s', (query, accept, format) => {
    expect(
      parseTransform(new URLSearchParams(query), { format: 'jpg', animated: false }, accept).format,
    ).toBe(format)
  })
})

test.each([
  ['', 'image/avif,image/webp', 'gif', true],
  ['auto=format', 'image/avif,image/webp', 'webp', true],
  ['auto=format&frame=1', 'image/avif,image/webp', 'avif', false],
  ['fm=jpg', '', 'jpg', false],
  ['frame=1', '', 'gif', false],
])('an animation with %s and Accept %s gives %s, moving: %s', (query, accept, format, animated) => {
  const original = { format: 'gif', animated: true } as const
  expect(parseTransform(new URLSearchParams(query), original, accept)).toMatchObject({ format, animated })
})

test.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-5000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
])('the Range header %s of 100 bytes means %j', (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected)
})
