import { Stack, Text } from '@sanity/ui'
import type { FieldProps } from 'sanity'

/** Renders a form field. Below the input of a string or number, its validation errors are shown as text. */
export function FieldErrors(props: FieldProps) {
  if (!['string', 'number'].includes(props.schemaType.jsonType)) return props.renderDefault(props)
  const errors = props.validation.filter(({ level }) => level === 'error')
  // The element tree is the same with and without errors. Otherwise React remounts the input, which loses focus.
  return (
    <Stack gap={errors.length > 0 ? 3 : 0}>
      {props.renderDefault(props)}
      {errors.map(({ message }) => (
        <Text key={message} size={1} style={{ color: 'var(--card-badge-critical-fg-color)' }}>
          {message}
        </Text>
      ))}
    </Stack>
  )
}
