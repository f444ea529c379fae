import { type DocumentActionComponent, defineLocaleResourceBundle, useValidationStatus } from 'sanity'

/** Whether an action publishes: by hand at once, or at a time that is set now. */
export function isPublishAction({ action, displayName }: DocumentActionComponent): boolean {
  return action === 'publish' || displayName === 'SchedulePublishAction'
}

type Status = Pick<ReturnType<typeof useValidationStatus>, 'isValidating' | 'validation' | 'revision'>

/**
 * Why a scheduled draft may not be published as it is.
 *
 * @param revision - of the scheduled draft; undefined until it is there
 * @param status - what validation found, and in which revision
 * @returns undefined when nothing is in the way
 */
function getBlockReason(revision: string | undefined, status: Status): string | undefined {
  if (status.validation.some(({ level }) => level === 'error')) {
    return 'Please correct the errors in this draft before it is published.'
  }
  const isChecked = revision !== undefined && !status.isValidating && status.revision === revision
  return isChecked ? undefined : 'Checking …'
}

/** Makes an action refuse a scheduled draft with errors, which it would publish (Sanity 6.16.0). */
function checked(own: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const status = useValidationStatus(props.version?._id ?? props.id, props.type, true)
    const action = own(props)
    const refusal = getBlockReason(props.version?._rev, status)
    return action && refusal ? { ...action, disabled: true, title: refusal } : action
  }
}

/**
 * The actions of a scheduled draft, in its form alone. Sanity's menus at a version and in the list of releases publish and
 * schedule it themselves, without validation and without these actions; they do so where they find an action's id.
 *
 * @param actions - as they are elsewhere
 */
export function wrapScheduledDraftActions(actions: DocumentActionComponent[]): DocumentActionComponent[] {
  const publishing = actions.filter(isPublishAction).map(checked)
  const others = actions.filter((one) => !isPublishAction(one))
  const pausing = others
    .filter(({ action }) => action === 'schedule')
    .map(
      (own): DocumentActionComponent =>
        (props) =>
          own(props),
    )
  // The first that applies is the form's button: to pause a draft, and then to schedule it again.
  return [...pausing, ...publishing, ...others.filter(({ action }) => action !== 'schedule')]
}

/** The button that schedules all paused drafts again, without looking at them. */
export const bulkScheduleStyles =
  '#confirm-active-scheduled-drafts-dialog [data-testid="confirm-button"] { display: none }'

/** What its dialog says instead. */
export const bulkScheduleTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    'confirm-active-scheduled-drafts-dialog.description':
      'Open each paused draft and press “Schedule publish” in its form, which checks what was changed.',
    'confirm-active-scheduled-drafts-dialog.past-dates-warning': 'The time of some of them is over.',
  },
})
