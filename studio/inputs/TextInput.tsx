import { Stack, Text } from '@sanity/ui'
import type { ComponentType } from 'react'
import type { StringInputProps } from 'sanity'

/** Above this share of the maximum, the form shows the number of characters. */
const countedShare = 0.8

type TextLimit = {
  /** Maximum number of characters. */
  max: number
  /** Whether the form always shows the number of characters. */
  isCounted?: boolean | undefined
}

/** Creates the input for text that visitors see. Near the limit, it shows the number of characters. */
export function createTextInput(limit?: TextLimit): ComponentType<StringInputProps> {
  const input = (props: StringInputProps) => {
    const length = [...(props.value ?? '')].length
    return (
      <Stack gap={2}>
        {props.renderDefault(props)}
        {limit && (limit.isCounted || length > countedShare * limit.max) && (
          <Text size={1} muted>
            {length} of {limit.max} characters
          </Text>
        )}
      </Stack>
    )
  }
  // “Find” recognizes the inputs for visible text by this name.
  return Object.assign(input, { displayName: 'TextInput' })
}
