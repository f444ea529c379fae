import { useState } from 'react'
import type { DocumentActionComponent } from 'sanity'
import { chargeChanges } from '@/lib/membership/offer/chargeChanges'
import { ConfirmCharges } from './ConfirmCharges'

/**
 * Makes an action that publishes, or says when, ask before it changes what members are charged.
 *
 * @param own - the Studio's own action; everything else about it stays
 */
export function requireChargeConfirmation(own: DocumentActionComponent): DocumentActionComponent {
  const confirming: DocumentActionComponent = (props) => {
    const [isAsking, setAsking] = useState(false)
    const action = own(props)
    if (!action) return null
    const offer = props.version ?? props.draft
    const changes = chargeChanges(props.published, offer)
    if (!changes.some(({ isChanged }) => isChanged)) return action
    return {
      ...action,
      onHandle: () => setAsking(true),
      dialog: isAsking
        ? {
            type: 'dialog',
            header: 'Change what members pay?',
            width: 'medium',
            onClose: () => setAsking(false),
            content: (
              <ConfirmCharges
                changes={changes}
                currency={String(offer?.currency ?? 'usd')}
                onCancel={() => setAsking(false)}
                onConfirm={() => {
                  setAsking(false)
                  action.onHandle?.()
                }}
              />
            ),
          }
        : action.dialog,
    }
  }
  return Object.assign(confirming, { action: own.action, displayName: own.displayName })
}
