import { Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import type { FieldProps, ItemProps } from 'sanity'

type FindingsProps = Pick<FieldProps, 'validation'> & { children: ReactNode }

/** Shows the messages of errors and warnings below their field, because Sanity shows only an icon. */
function WithFindings({ validation, children }: FindingsProps) {
  const findings = validation.filter(({ level }) => level !== 'info')
  // The element tree is the same with and without findings. Otherwise React remounts the input, which loses focus.
  return (
    <Stack gap={findings.length > 0 ? 3 : 0}>
      {children}
      {findings.map(({ level, message }) => (
        <Text
          key={message}
          size={1}
          style={{
            color: `var(--card-badge-${level === 'error' ? 'critical' : 'caution'}-fg-color)`,
            overflowWrap: 'anywhere',
          }}
        >
          {message}
        </Text>
      ))}
    </Stack>
  )
}

/** Renders a form field with its findings. */
export function FieldFindings(props: FieldProps) {
  return <WithFindings validation={props.validation}>{props.renderDefault(props)}</WithFindings>
}

/** Renders a list item with its findings. */
export function ItemFindings(props: ItemProps) {
  return <WithFindings validation={props.validation}>{props.renderDefault(props)}</WithFindings>
}
