import { Card, Text } from '@sanity/ui'
import { type CSSProperties, useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

/** Over the form, between the bars at its edges. */
const place: CSSProperties = {
  position: 'fixed',
  zIndex: 1000,
  left: '1rem',
  bottom: '5rem',
  maxWidth: '22rem',
}

/** Says that nothing is saved while the browser has no network: the form of a document goes on saying “Saved”. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  return (
    <Card tone="critical" padding={4} radius={2} shadow={3} role="alert" style={place}>
      <Text size={1}>
        You’re offline. What you type is saved when the connection is back: keep this tab open until then.
      </Text>
    </Card>
  )
}
