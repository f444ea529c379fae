import { ThemeProvider } from '@sanity/ui'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { guardReleasesTool } from './releasesTool'
import { theme } from './theme'

const mockState = vi.hoisted(
  (): { openRelease?: string | undefined; documents?: object[] | 'failed' | undefined } => ({}),
)
vi.mock('./useQuery', () => ({ useQuery: () => mockState.documents }))
vi.mock('sanity/router', () => ({
  useRouter: () => ({ navigate: () => {}, state: { releaseId: mockState.openRelease } }),
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

const tool = guardReleasesTool({ name: 'releases', title: 'Releases', component: () => 'Sanity’s tool' })
const renderTool = () =>
  renderToStaticMarkup(
    <ThemeProvider theme={theme}>
      <tool.component tool={tool} />
    </ThemeProvider>,
  )

const page = { _id: 'coaches', _type: 'landingPage', title: 'Coaches', path: '/coaches' }
const deletedVersion = { ...page, _id: 'versions.rUndo.coaches', _system: { delete: true } }
const settings = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  title: 'Settings',
  footerLinks: [{ _key: 'a', _type: 'link', kind: 'page', page: '/coaches' }],
}

beforeEach(() => {
  mockState.openRelease = 'rUndo'
  mockState.documents = []
})

it('shows the page of a release, but not of a scheduled draft', () => {
  expect(renderTool()).toContain('Sanity’s tool')
  expect(renderTool()).not.toContain('display: none')
  mockState.openRelease = 'rDraft'
  expect(renderTool()).not.toContain('Sanity’s tool')
  mockState.openRelease = encodeURIComponent('rDraft').replace('r', '%72')
  expect(renderTool()).not.toContain('Sanity’s tool')
})

it.each([
  ['in the list of releases', undefined],
  ['on its own page', 'rUndo'],
])('blocks a release that deletes a linked page, %s', (_place, openRelease) => {
  mockState.openRelease = openRelease
  mockState.documents = [page, deletedVersion, settings]
  expect(renderTool()).toContain('A release removes “Coaches”, but other documents link to it: Settings.')
  expect(renderTool()).toMatch(/publish-all-button.*display: none/)
})

it('blocks a release that deletes a required document', () => {
  mockState.documents = [
    settings,
    { ...settings, _id: 'versions.rUndo.siteSettings', _system: { delete: true } },
  ]
  expect(renderTool()).toContain('The site needs “Settings”, which a release deletes')
  expect(renderTool()).toMatch(/publish-all-button.*display: none/)
})

it('blocks publishing while links load, and allows it when the request fails', () => {
  mockState.documents = undefined
  expect(renderTool()).toMatch(/publish-all-button.*display: none/)
  mockState.documents = 'failed'
  expect(renderTool()).not.toContain('display: none')
})
