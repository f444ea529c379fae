import { renderToStaticMarkup } from 'react-dom/server'
import type { DocumentActionDescription, DocumentActionProps, SanityDocument } from 'sanity'
import { beforeEach, expect, it, vi } from 'vitest'
import { blockUnpublishWhileLinked } from './blockUnpublishWhileLinked'

const fetchOnClick = vi.hoisted(() => vi.fn())
const pushToast = vi.hoisted(() => vi.fn())
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: pushToast }) }))
vi.mock('sanity', () => ({
  useSchema: () => ({ get: () => undefined }),
  useClient: () => ({ withConfig: () => ({ fetch: fetchOnClick }) }),
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

type MenuProps = {
  actionProps: DocumentActionProps
  onDescription: (description: DocumentActionDescription | null) => void
}

function Menu({ actionProps, onDescription }: MenuProps) {
  onDescription(action(actionProps))
  return null
}

function describeAction(actionProps = props): DocumentActionDescription | null {
  const descriptions: (DocumentActionDescription | null)[] = []
  renderToStaticMarkup(
    <Menu actionProps={actionProps} onDescription={(description) => descriptions.push(description)} />,
  )
  return descriptions[0] ?? null
}

beforeEach(() => {
  vi.clearAllMocks()
})

it('returns the action unchanged for a page that was never published', () => {
  expect(describeAction({ ...props, published: null })).toMatchObject({ label: 'Delete', onHandle })
})

it('refuses the action for a linked page, and shows the reason', async () => {
  fetchOnClick.mockResolvedValue([announcement])
  await describeAction()?.onHandle?.()
  expect(pushToast).toHaveBeenCalledWith(expect.objectContaining({ status: 'error', title: reason }))
  expect(onHandle).not.toHaveBeenCalled()
})

it('refuses the action while links can’t be checked, and runs it when no links are found', async () => {
  fetchOnClick.mockRejectedValueOnce(new Error('no network'))
  await describeAction()?.onHandle?.()
  expect(pushToast).toHaveBeenCalledWith(
    expect.objectContaining({ status: 'error', title: expect.stringContaining('Try again') }),
  )
  expect(onHandle).not.toHaveBeenCalled()
  fetchOnClick.mockResolvedValue([])
  await describeAction()?.onHandle?.()
  expect(onHandle).toHaveBeenCalledOnce()
})
