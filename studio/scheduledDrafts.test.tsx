import { renderToStaticMarkup } from 'react-dom/server'
import type { DocumentActionComponent, DocumentActionDescription, DocumentActionProps } from 'sanity'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { wrapScheduledDraftActions } from './scheduledDrafts'

const status = vi.hoisted(() => vi.fn())
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useValidationStatus: status,
}))

/** An action of the Studio itself, as its plugin for scheduled drafts gives them. */
const own = (label: string, rest: Partial<DocumentActionComponent>): DocumentActionComponent =>
  Object.assign(() => ({ label, disabled: false }), rest)

const given = [
  own('Schedule publish', { action: 'schedule', displayName: 'SchedulePublishAction' }),
  own('Publish now', { action: 'publish' }),
  own('Pause to edit', { action: 'schedule' }),
  own('Delete schedule', { action: 'discardVersion' }),
]

const version = {
  _id: 'versions.rOne.holiday',
  _type: 'announcement',
  _rev: 'r1',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
}
const props: DocumentActionProps = {
  id: 'holiday',
  type: 'announcement',
  draft: null,
  published: null,
  version,
  release: 'rOne',
  scopeId: 'rOne',
  liveEdit: false,
  liveEditSchemaType: false,
  ready: true,
  transactionSyncLock: null,
  initialValueResolved: true,
  onComplete: () => undefined,
}

type UseProps = {
  useAction: DocumentActionComponent
  report: (action: DocumentActionDescription | null) => void
}

/** An action is a hook, and so is used by a component. */
function Use({ useAction, report }: UseProps) {
  report(useAction(props))
  return null
}

/** Returns the descriptions of the actions, in order. */
function described(): DocumentActionDescription[] {
  const all: DocumentActionDescription[] = []
  for (const useAction of wrapScheduledDraftActions(given)) {
    renderToStaticMarkup(<Use useAction={useAction} report={(action) => action && all.push(action)} />)
  }
  return all
}
const usable = () => described().flatMap(({ disabled, label }) => (disabled ? [] : [label]))

const wrong = [{ level: 'error', message: 'Wrong', path: [] }]

describe('the actions of a scheduled draft', () => {
  beforeEach(() => {
    status.mockReturnValue({ isValidating: false, revision: 'r1', validation: [] })
  })

  it('keep their order, with “Pause to edit” first as the form’s button', () => {
    expect(usable()).toEqual(['Pause to edit', 'Schedule publish', 'Publish now', 'Delete schedule'])
    expect(status).toHaveBeenCalledWith(version._id, version._type, true)
  })

  it.each([
    ['has errors', { isValidating: false, revision: 'r1', validation: wrong }],
    ['was changed since its validation', { isValidating: false, revision: 'r0', validation: [] }],
    ['is being validated', { isValidating: true, revision: 'r1', validation: [] }],
  ])('are disabled while the draft %s', (_case, found) => {
    status.mockReturnValue(found)
    expect(usable()).toEqual(['Pause to edit', 'Delete schedule'])
  })

  it('publish a draft with open suggestions', () => {
    const advice = [{ level: 'warning', message: 'Rather not', path: [] }]
    status.mockReturnValue({ isValidating: false, revision: 'r1', validation: advice })
    expect(usable()).toContain('Publish now')
  })
})
