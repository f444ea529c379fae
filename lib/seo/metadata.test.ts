import { expect, it } from 'vitest'
import { pages } from '@/lib/pages'
import { socialImagePath } from './metadata'

it.each([
  [pages.home, '/social/home'],
  [pages.services, '/social/services'],
  [pages.terms, '/social/terms'],
  [pages.signIn, '/social/site'],
  [pages.confirm, '/social/site'],
  [null, '/social/site'],
])('$document is shared with its image', (page, image) => expect(socialImagePath(page)).toBe(image))
