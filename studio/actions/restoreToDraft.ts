import { type DocumentActionComponent, usePerspective, useSetPerspective } from 'sanity'

/**
 * Wraps “Revert to revision” so that the restored draft opens. Sanity 6.16.0 stays in the Published perspective, whose
 * form has no publish button.
 */
export function restoreToDraft(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const action = sanityAction(props)
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
}
