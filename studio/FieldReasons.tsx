import { Stack, Text } from '@sanity/ui'
import type { FieldProps } from 'sanity'

/** A field of a form, with the reasons in words below its input why it cannot be published as it is. */
export function FieldReasons(props: FieldProps) {
  const isLine = ['string', 'number'].includes(props.schemaType.jsonType)
  const reasons = isLine ? props.validation.filter(({ level }) => level === 'error') : []
  if (reasons.length === 0) return props.renderDefault(props)
  return (
    <Stack gap={3}>
      {props.renderDefault(props)}
      {reasons.map(({ message }) => (
        <Text key={message} size={1} style={{ color: 'var(--card-badge-critical-fg-color)' }}>
          {message}
        </Text>
      ))}
    </Stack>
  )
}
