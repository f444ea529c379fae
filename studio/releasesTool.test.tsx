import { ThemeProvider } from '@sanity/ui'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { guardReleasesTool } from './releasesTool'
import { theme } from './theme'

const seen = vi.hoisted((): { name?: string; documents?: object[] | 'failed' | undefined } => ({}))
vi.mock('./useQuery', () => ({ useQuery: () => seen.documents }))
vi.mock('sanity/router', () => ({
  useRouter: () => ({ navigate: () => {}, state: { releaseId: seen.name } }),
}))
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  LoadingBlock: () => 'loading',
  useSchema: () => ({ get: () => undefined }),
  useActiveReleases: () => ({
    data: [
      { _id: '_.releases.rDraft', metadata: { cardinality: 'one' } },
      { _id: '_.releases.rUndo', metadata: { cardinality: 'many' } },
    ],
  }),
}))

const tool = guardReleasesTool({ name: 'releases', title: 'Releases', component: () => 'Sanity’s own' })
const shown = () =>
  renderToStaticMarkup(
    <ThemeProvider theme={theme}>
      <tool.component tool={tool} />
    </ThemeProvider>,
  )

const page = { _id: 'coaches', _type: 'landingPage', title: 'Coaches', path: '/coaches' }
const gone = { ...page, _id: 'versions.rUndo.coaches', _system: { delete: true } }
const settings = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  title: 'Settings',
  footerLinks: [{ _key: 'a', _type: 'link', kind: 'page', page: '/coaches' }],
}

beforeEach(() => {
  seen.name = 'rUndo'
  seen.documents = []
})

it('shows releases, but not the page of a scheduled draft', () => {
  expect(shown()).toContain('Sanity’s own')
  expect(shown()).not.toContain('display: none')
  seen.name = 'rDraft'
  expect(shown()).not.toContain('Sanity’s own')
  seen.name = encodeURIComponent('rDraft').replace('r', '%72')
  expect(shown()).not.toContain('Sanity’s own')
})

it.each([undefined, 'rUndo'])('blocks a release that deletes a linked page, at %s', (name) => {
  seen.name = name
  seen.documents = [page, gone, settings]
  expect(shown()).toContain('A release removes “Coaches”, but other documents link to it: Settings.')
  expect(shown()).toMatch(/publish-all-button.*display: none/)
})

it('blocks a release that deletes a required document', () => {
  seen.documents = [settings, { ...settings, _id: 'versions.rUndo.siteSettings', _system: { delete: true } }]
  expect(shown()).toContain('The site needs “Settings”, which a release deletes')
  expect(shown()).toMatch(/publish-all-button.*display: none/)
})

it('blocks publishing while links load, and allows it when the request fails', () => {
  seen.documents = undefined
  expect(shown()).toMatch(/publish-all-button.*display: none/)
  seen.documents = 'failed'
  expect(shown()).not.toContain('display: none')
})
