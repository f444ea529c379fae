import { type DocumentActionComponent, usePerspective, useSetPerspective } from 'sanity'

/**
 * Makes “Revert to revision” open the draft that it writes. Sanity stays in the perspective Published, where the form shows
 * the old text without a button to publish (6.16.0).
 *
 * @param own - the Studio's own action; everything else about it stays
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
