import { expect, it, vi } from 'vitest'
import { landingPathProblem } from '@/lib/landingPages'

const paths = vi.hoisted(() => ({ published: new Set<string>() }))
vi.mock('server-only', () => ({}))
vi.mock('@/lib/content/routablePaths', () => ({
  getRoutablePaths: async () => ({ redirects: [], landingPages: paths.published }),
}))
vi.mock('@/lib/content/load', () => ({
  loadContent: async () => [{ _id: 'a', path: '/a', title: 'A' }, null],
}))

const { generateMetadata, generateStaticParams } = await import('./page')

it('is built for the landing pages that there are', async () => {
  paths.published = new Set(['/podcast-for-coaches', '/teams'])
  expect(await generateStaticParams()).toEqual([{ address: 'podcast-for-coaches' }, { address: 'teams' }])
})

it('is built for an address that nobody can have while there is none, since Next demands one', async () => {
  paths.published = new Set()
  const [params] = await generateStaticParams()
  expect(landingPathProblem(`/${params?.address}`)).not.toBeNull()
})

it('is not there at an address without a landing page', async () => {
  const props = { params: Promise.resolve({ address: '-' }) }
  await expect(generateMetadata(props)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
})
