import { Card, Text } from '@sanity/ui'
import { type CSSProperties, useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

/** Places the warning over the form, above its footer. */
const position: CSSProperties = {
  position: 'fixed',
  zIndex: 1000,
  left: '1rem',
  bottom: '5rem',
  maxWidth: '22rem',
}

/** Warns that the browser is offline, because Sanity's form still says “Saved”. */
export function OfflineWarning() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  return (
    <Card tone="critical" padding={4} radius={2} shadow={3} role="alert" style={position}>
      <Text size={1}>
        You’re offline. Keep this tab open: your changes are saved when you’re back online.
      </Text>
    </Card>
  )
}
