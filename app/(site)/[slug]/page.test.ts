import { expect, it, vi } from 'vitest'
import { describeLandingPathProblem } from '@/lib/landingPages'

const paths = vi.hoisted(() => ({ published: new Set<string>() }))
vi.mock('server-only', () => ({}))
vi.mock('@/lib/content/routing/routablePaths', () => ({
  getRoutablePaths: async () => ({ redirects: [], landingPages: paths.published }),
}))
vi.mock('@/lib/content/reading/load', () => ({
  loadContent: async () => [{ _id: 'a', path: '/a', title: 'A' }, null],
}))

const { generateMetadata, generateStaticParams } = await import('./page')

it('prerenders every landing page', async () => {
  paths.published = new Set(['/podcast-for-coaches', '/teams'])
  expect(await generateStaticParams()).toEqual([{ slug: 'podcast-for-coaches' }, { slug: 'teams' }])
})

it('prerenders a placeholder with an invalid path while there are no landing pages', async () => {
  paths.published = new Set()
  const [params] = await generateStaticParams()
  expect(describeLandingPathProblem(`/${params?.slug}`)).not.toBeNull()
})

it('responds with 404 to a path without a landing page', async () => {
  const props = { params: Promise.resolve({ slug: '-' }) }
  await expect(generateMetadata(props)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
})
