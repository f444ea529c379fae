import { renderToStaticMarkup } from 'react-dom/server'
import type { DocumentActionComponent, DocumentActionDescription, DocumentActionProps } from 'sanity'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { wrapScheduledDraftActions } from './scheduledDrafts'

const getValidationStatus = vi.hoisted(() => vi.fn())
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useValidationStatus: getValidationStatus,
}))

/** Creates an action like those of Sanity's plugin for scheduled drafts. */
const createAction = (label: string, properties: Partial<DocumentActionComponent>): DocumentActionComponent =>
  Object.assign(() => ({ label, disabled: false }), properties)

const sanityActions = [
  createAction('Schedule publish', { action: 'schedule', displayName: 'SchedulePublishAction' }),
  createAction('Publish now', { action: 'publish' }),
  createAction('Pause to edit', { action: 'schedule' }),
  createAction('Delete schedule', { action: 'discardVersion' }),
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

type ActionCallerProps = {
  useAction: DocumentActionComponent
  report: (action: DocumentActionDescription | null) => void
}

/** An action is a hook, so a component has to call it. */
function ActionCaller({ useAction, report }: ActionCallerProps) {
  report(useAction(props))
  return null
}

/** Returns the descriptions of the actions, in order. */
function describeActions(): DocumentActionDescription[] {
  const descriptions: DocumentActionDescription[] = []
  for (const useAction of wrapScheduledDraftActions(sanityActions)) {
    renderToStaticMarkup(
      <ActionCaller useAction={useAction} report={(action) => action && descriptions.push(action)} />,
    )
  }
  return descriptions
}
const listEnabledLabels = () => describeActions().flatMap(({ disabled, label }) => (disabled ? [] : [label]))

const errors = [{ level: 'error', message: 'Wrong', path: [] }]

describe('the actions of a scheduled draft', () => {
  beforeEach(() => {
    getValidationStatus.mockReturnValue({ isValidating: false, revision: 'r1', validation: [] })
  })

  it('keep their order, with “Pause to edit” first as the form’s button', () => {
    expect(listEnabledLabels()).toEqual([
      'Pause to edit',
      'Schedule publish',
      'Publish now',
      'Delete schedule',
    ])
    expect(getValidationStatus).toHaveBeenCalledWith(version._id, version._type, true)
  })

  it.each([
    ['has errors', { isValidating: false, revision: 'r1', validation: errors }],
    ['was changed since its validation', { isValidating: false, revision: 'r0', validation: [] }],
    ['is being validated', { isValidating: true, revision: 'r1', validation: [] }],
  ])('cannot publish or schedule while the draft %s', (_case, status) => {
    getValidationStatus.mockReturnValue(status)
    expect(listEnabledLabels()).toEqual(['Pause to edit', 'Delete schedule'])
  })

  it('include “Publish now” for a draft that has suggestions only', () => {
    const advice = [{ level: 'warning', message: 'Rather not', path: [] }]
    getValidationStatus.mockReturnValue({ isValidating: false, revision: 'r1', validation: advice })
    expect(listEnabledLabels()).toContain('Publish now')
  })
})
