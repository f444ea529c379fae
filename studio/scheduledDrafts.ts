import { type DocumentActionComponent, defineLocaleResourceBundle, useValidationStatus } from 'sanity'

/** Whether an action publishes, immediately or on a schedule. */
export function isPublishAction({ action, displayName }: DocumentActionComponent): boolean {
  return action === 'publish' || displayName === 'SchedulePublishAction'
}

type Status = Pick<ReturnType<typeof useValidationStatus>, 'isValidating' | 'validation' | 'revision'>

/**
 * Returns the reason why a scheduled draft cannot be published.
 *
 * @param revision - of the scheduled draft; undefined while it loads
 * @param status - result of validation, with the revision it is for
 * @returns undefined when it can be published
 */
function getBlockReason(revision: string | undefined, status: Status): string | undefined {
  if (status.validation.some(({ level }) => level === 'error')) {
    return 'This draft has errors. Fix them before you publish.'
  }
  const isChecked = revision !== undefined && !status.isValidating && status.revision === revision
  return isChecked ? undefined : 'Checking…'
}

/** Wraps an action to disable it for a scheduled draft with errors, which Sanity would publish (6.16.0). */
function disableWhileInvalid(own: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const status = useValidationStatus(props.version?._id ?? props.id, props.type, true)
    const action = own(props)
    const blockReason = getBlockReason(props.version?._rev, status)
    return action && blockReason ? { ...action, disabled: true, title: blockReason } : action
  }
}

/**
 * Wraps the actions of a scheduled draft for its form. The wrappers have no action id, because Sanity's menus would
 * otherwise publish and schedule the draft without validation and without these actions.
 *
 * @param actions - the actions of any other document
 */
export function wrapScheduledDraftActions(actions: DocumentActionComponent[]): DocumentActionComponent[] {
  const publishing = actions.filter(isPublishAction).map(disableWhileInvalid)
  const others = actions.filter((one) => !isPublishAction(one))
  const pausing = others
    .filter(({ action }) => action === 'schedule')
    .map(
      (own): DocumentActionComponent =>
        (props) =>
          own(props),
    )
  // The first enabled action is the form's button: pause a draft, then schedule it again.
  return [...pausing, ...publishing, ...others.filter(({ action }) => action !== 'schedule')]
}

/** Hides the button that reschedules all paused drafts without validation. */
export const bulkScheduleStyles =
  '#confirm-active-scheduled-drafts-dialog [data-testid="confirm-button"] { display: none }'

/** Texts of that dialog without the button. */
export const bulkScheduleTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    'confirm-active-scheduled-drafts-dialog.description':
      'Open each paused draft and click “Schedule publish” in its form, which checks the changes.',
    'confirm-active-scheduled-drafts-dialog.past-dates-warning': 'Some of their times are in the past.',
  },
})
