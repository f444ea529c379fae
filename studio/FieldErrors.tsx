import { Stack, Text } from '@sanity/ui'
import type { FieldProps } from 'sanity'

/** A field of a form, with the reasons in words below its input why it cannot be published as it is. */
export function FieldErrors(props: FieldProps) {
  if (!['string', 'number'].includes(props.schemaType.jsonType)) return props.renderDefault(props)
  const reasons = props.validation.filter(({ level }) => level === 'error')
  // The same elements with and without reasons: the input would be made anew otherwise, and lose the focus while somebody
  // types.
  return (
    <Stack gap={reasons.length > 0 ? 3 : 0}>
      {props.renderDefault(props)}
      {reasons.map(({ message }) => (
        <Text key={message} size={1} style={{ color: 'var(--card-badge-critical-fg-color)' }}>
          {message}
        </Text>
      ))}
    </Stack>
  )
}
