import { useState } from 'react'
import type { DocumentActionComponent } from 'sanity'
import { ConfirmCharges } from './ConfirmCharges'
import { compareCharges } from './chargeChanges'

/** Wraps the offer's “Publish” action to require confirmation when charges change. */
export function requireChargeConfirmation(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const [isOpen, setIsOpen] = useState(false)
    const action = sanityAction(props)
    if (!action) return null
    const { draft, published } = props
    if (!compareCharges(published, draft).some(({ isChanged }) => isChanged)) return action
    return {
      ...action,
      onHandle: () => setIsOpen(true),
      dialog: isOpen
        ? {
            type: 'dialog',
            header: 'Change what new members pay?',
            width: 'medium',
            onClose: () => setIsOpen(false),
            content: (
              <ConfirmCharges
                published={published}
                draft={draft}
                onCancel={() => setIsOpen(false)}
                onConfirm={() => {
                  setIsOpen(false)
                  action.onHandle?.()
                }}
              />
            ),
          }
        : action.dialog,
    }
  }
}
