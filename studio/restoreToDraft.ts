import { type DocumentActionComponent, usePerspective, useSetPerspective } from 'sanity'

/**
 * Wraps “Revert to revision” so that it opens the draft that it writes. Sanity stays in the perspective Published, whose
 * form has no publish button (6.16.0).
 *
 * @param own - Sanity's action
 */
export function restoreToDraft(own: DocumentActionComponent): DocumentActionComponent {
  const restoring: DocumentActionComponent = (props) => {
    const action = own(props)
    const setPerspective = useSetPerspective()
    const isPublished = usePerspective().selectedPerspectiveName === 'published'
    const dialog = action?.dialog
    if (!action || !dialog || dialog.type !== 'confirm' || !isPublished) return action
    const onConfirm = () => {
      dialog.onConfirm()
      setPerspective('drafts')
    }
    return { ...action, dialog: { ...dialog, onConfirm } }
  }
  return Object.assign(restoring, { action: own.action, displayName: own.displayName })
}
