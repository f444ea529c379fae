import { renderToStaticMarkup } from 'react-dom/server'
import type { DocumentActionDescription, DocumentActionProps, SanityDocument } from 'sanity'
import { beforeEach, expect, it, vi } from 'vitest'
import { blockUnpublishWhileLinked } from './blockUnpublishWhileLinked'

const seen = vi.hoisted((): { current?: object[] | 'failed' | undefined } => ({}))
const fetchNow = vi.hoisted(() => vi.fn())
const push = vi.hoisted(() => vi.fn())
vi.mock('../useQuery', () => ({ useQuery: () => seen.current }))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push }) }))
vi.mock('sanity', () => ({
  useSchema: () => ({ get: () => undefined }),
  useClient: () => ({ withConfig: () => ({ fetch: fetchNow }) }),
}))

const link = { _type: 'link', kind: 'page', page: '/coaches' }
const announcement = { _id: 'holiday', _type: 'announcement', text: 'Coaches, read this', links: [link] }
const reason = 'Other documents link to this page: Coaches, read this. Change those links first.'

const published: SanityDocument = {
  _id: 'a',
  _type: 'landingPage',
  _rev: 'r1',
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-01T00:00:00Z',
  path: '/coaches',
}
const props: DocumentActionProps = {
  id: 'a',
  type: 'landingPage',
  transactionSyncLock: null,
  draft: null,
  published,
  version: null,
  liveEdit: false,
  liveEditSchemaType: false,
  ready: true,
  release: undefined,
  scopeId: undefined,
  initialValueResolved: true,
  onComplete: () => {},
}
const onHandle = vi.fn()
const action = blockUnpublishWhileLinked(() => ({ label: 'Delete', onHandle }))

type MenuProps = { of: DocumentActionProps; say: (description: DocumentActionDescription | null) => void }

function Menu({ of, say }: MenuProps) {
  say(action(of))
  return null
}

/** Returns the action's description in a form's menu. */
function described(of = props): DocumentActionDescription | null {
  const said: (DocumentActionDescription | null)[] = []
  renderToStaticMarkup(<Menu of={of} say={(description) => said.push(description)} />)
  return said[0] ?? null
}

beforeEach(() => {
  vi.clearAllMocks()
})

it('disables the action while links are loading', () => {
  seen.current = undefined
  expect(described()).toMatchObject({ disabled: true, title: expect.stringContaining('Checking') })
  expect(described({ ...props, published: null })).toMatchObject({ label: 'Delete', onHandle })
})

it('disables the action for a linked page', () => {
  seen.current = [announcement]
  expect(described()).toMatchObject({ disabled: true, title: reason })
})

it('refuses a page that was linked after its form was opened', async () => {
  seen.current = []
  fetchNow.mockResolvedValue([announcement])
  await described()?.onHandle?.()
  expect(push).toHaveBeenCalledWith({ status: 'error', title: reason })
  expect(onHandle).not.toHaveBeenCalled()
})

it.each([[[]], ['failed' as const]])('checks links again on click, after %j', async (before) => {
  seen.current = before
  fetchNow.mockRejectedValueOnce(new Error('away'))
  await described()?.onHandle?.()
  expect(push).toHaveBeenCalledWith({ status: 'error', title: expect.stringContaining('Try again') })
  expect(onHandle).not.toHaveBeenCalled()
  fetchNow.mockResolvedValue([])
  await described()?.onHandle?.()
  expect(onHandle).toHaveBeenCalledOnce()
})
