import { type DocumentActionComponent, defineLocaleResourceBundle, useValidationStatus } from 'sanity'

/** Whether an action publishes, immediately or on a schedule. */
export function isPublishAction({ action, displayName }: DocumentActionComponent): boolean {
  return action === 'publish' || displayName === 'SchedulePublishAction'
}

type ValidationStatus = Pick<
  ReturnType<typeof useValidationStatus>,
  'isValidating' | 'validation' | 'revision'
>

/**
 * Returns the reason why a scheduled draft cannot be published now.
 *
 * @param revision - revision of the scheduled draft; undefined while it loads
 * @param status - result of the validation, with the validated revision
 * @returns undefined when it can be published
 */
function getBlockReason(revision: string | undefined, status: ValidationStatus): string | undefined {
  if (status.validation.some(({ level }) => level === 'error')) {
    return 'This draft has errors. Fix them before you publish.'
  }
  const isValidated = revision !== undefined && !status.isValidating && status.revision === revision
  return isValidated ? undefined : 'Checking…'
}

/** Wraps an action to disable it until a scheduled draft is validated without errors, unlike Sanity (6.16.0). */
function disableWhileInvalid(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const status = useValidationStatus(props.version?._id ?? props.id, props.type, true)
    const action = sanityAction(props)
    const blockReason = getBlockReason(props.version?._rev, status)
    return action && blockReason ? { ...action, disabled: true, title: blockReason } : action
  }
}

/**
 * Wraps the actions of a scheduled draft for its form. The wrappers have no action id. For an id, Sanity's menus would
 * show items of their own, which publish and schedule the draft without validation.
 *
 * @param actions - Sanity's actions with the site's rules for the document type, in Sanity's order
 */
export function wrapScheduledDraftActions(actions: DocumentActionComponent[]): DocumentActionComponent[] {
  const publishActions = actions.filter(isPublishAction).map(disableWhileInvalid)
  const otherActions = actions.filter((action) => !isPublishAction(action))
  const pauseActions = otherActions
    .filter(({ action }) => action === 'schedule')
    .map(
      (sanityAction): DocumentActionComponent =>
        (props) =>
          sanityAction(props),
    )
  // The first enabled action is the form's button: “Pause to edit”, or “Schedule publish” for a paused draft.
  return [...pauseActions, ...publishActions, ...otherActions.filter(({ action }) => action !== 'schedule')]
}

/** Hides the confirm button of the dialog that schedules all paused drafts again, without validation. */
export const bulkScheduleStyles =
  '#confirm-active-scheduled-drafts-dialog [data-testid="confirm-button"] { display: none }'

/** Texts of that dialog without its confirm button. */
export const bulkScheduleTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    'confirm-active-scheduled-drafts-dialog.description':
      'Open each paused draft and click “Schedule publish” in its form, which checks the changes.',
    'confirm-active-scheduled-drafts-dialog.past-dates-warning': 'Some of their times are in the past.',
  },
})
