import { Box, Text } from '@sanity/ui'
import type { ComponentType } from 'react'
import { type StringInputProps, set } from 'sanity'
import { styled } from 'styled-components'
import { offerPlaceholderItems, type Placeholder, PlaceholderMenu } from './PlaceholderMenu'

/** The share of the maximum number of characters from which the form shows how many there are. */
const countedShare = 0.8

type TextLimit = {
  /** Maximum number of characters. */
  max: number
  /** Whether the form always shows the number of characters. */
  isCounted?: boolean | undefined
}

/**
 * Creates a text input with a menu that inserts placeholders at the cursor, and with the number of characters close to the
 * limit.
 *
 * @param textPlaceholders - placeholders of this text besides those of the offer, without brackets
 */
export function createPlaceholderInput(
  textPlaceholders: readonly string[] = [],
  limit?: TextLimit,
): ComponentType<StringInputProps> {
  const ownNames = textPlaceholders.filter(
    (name) => !offerPlaceholderItems.some((item) => item.name === name),
  )
  const placeholders = [...ownNames.map((name) => ({ name, title: '' })), ...offerPlaceholderItems]
  const input = (props: StringInputProps) => (
    <PlaceholderInput {...props} placeholders={placeholders} limit={limit} />
  )
  // React's developer tools and the tests recognize the inputs of visible texts by this name.
  return Object.assign(input, { displayName: 'TextInput' })
}

type PlaceholderInputProps = StringInputProps & { placeholders: Placeholder[]; limit: TextLimit | undefined }

function PlaceholderInput({ placeholders, limit, ...props }: PlaceholderInputProps) {
  const { value = '', elementProps, onChange, readOnly } = props
  if (readOnly) return props.renderDefault(props)
  const length = [...value].length

  function insert(text: string) {
    const input: HTMLInputElement | HTMLTextAreaElement | null = elementProps.ref.current
    const start = input?.selectionStart ?? value.length
    const end = input?.selectionEnd ?? value.length
    onChange(set(`${value.slice(0, start)}${text}${value.slice(end)}`))
  }

  return (
    <InputWithMenu>
      {props.renderDefault(props)}
      <div className="placeholder-menu">
        <PlaceholderMenu items={placeholders} onInsert={insert} />
      </div>
      {limit && (limit.isCounted || length > countedShare * limit.max) && (
        <Box paddingTop={2}>
          <Text size={1} muted>
            {length} of {limit.max} characters
          </Text>
        </Box>
      )}
    </InputWithMenu>
  )
}

/** Shows the menu on hover and focus only, because a form can have a hundred menus. */
const InputWithMenu = styled(Box)`
  position: relative;
  & .placeholder-menu { position: absolute; inset-block-start: 3px; inset-inline-end: 3px; z-index: 1; opacity: 0 }
  &:hover .placeholder-menu, &:focus-within .placeholder-menu { opacity: 1 }
  & input, & textarea { padding-inline-end: 40px }
`
