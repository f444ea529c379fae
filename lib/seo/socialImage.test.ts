import { describe, expect, it } from 'vitest'
import { socialImagePath } from './socialImage'

describe('socialImagePath', () => {
  it.each([
    ['/', '/social/home'],
    ['/services', '/social/services'],
    ['/terms', '/social/terms'],
    ['/sign-in', '/social/site'],
    ['/auth/confirm', '/social/site'],
    ['/toString', '/social/site'],
    [null, '/social/site'],
  ])('of %s is %s', (path, image) => {
    expect(socialImagePath(path)).toBe(image)
  })
})
