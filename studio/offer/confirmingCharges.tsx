import { useState } from 'react'
import type { DocumentActionComponent } from 'sanity'
import { chargeChanges } from '@/lib/membership/chargeChanges'
import { ConfirmCharges } from './ConfirmCharges'

/**
 * Makes a publish action ask before it changes what members are charged.
 *
 * @param publish - the Studio's own action; everything else about it stays
 */
export function confirmingCharges(publish: DocumentActionComponent): DocumentActionComponent {
  const confirming: DocumentActionComponent = (props) => {
    const [isAsking, setAsking] = useState(false)
    const action = publish(props)
    if (!action) return null
    const changes = chargeChanges(props.published, props.draft ?? props.version)
    if (!changes.some(({ isChanged }) => isChanged)) return action
    return {
      ...action,
      onHandle: () => setAsking(true),
      dialog: isAsking && {
        type: 'dialog',
        header: 'Change what members pay?',
        width: 'medium',
        onClose: () => setAsking(false),
        content: (
          <ConfirmCharges
            changes={changes}
            currency={String(props.draft?.currency ?? 'usd')}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              action.onHandle?.()
            }}
          />
        ),
      },
    }
  }
  return Object.assign(confirming, { action: publish.action, displayName: publish.displayName })
}
