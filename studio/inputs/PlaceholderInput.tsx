import { Box, Text } from '@sanity/ui'
import type { ComponentType } from 'react'
import { type StringInputProps, set } from 'sanity'
import { styled } from 'styled-components'
import { offerPlaceholderItems, type Placeholder, PlaceholderMenu } from './PlaceholderMenu'

/**
 * Creates a text input with a menu that inserts placeholders at the cursor.
 *
 * @param textPlaceholders - placeholders of this text besides those of the offer, without brackets
 * @param countTo - the maximum number of characters, to show how many there are
 */
export function createPlaceholderInput(
  textPlaceholders: readonly string[] = [],
  countTo?: number,
): ComponentType<StringInputProps> {
  const ownNames = textPlaceholders.filter(
    (name) => !offerPlaceholderItems.some((item) => item.name === name),
  )
  const placeholders = [...ownNames.map((name) => ({ name, title: '' })), ...offerPlaceholderItems]
  // React's developer tools and the tests recognize the inputs of visible texts by this name.
  return Object.assign(
    (props: StringInputProps) => (
      <PlaceholderInput {...props} placeholders={placeholders} countTo={countTo} />
    ),
    {
      displayName: 'TextInput',
    },
  )
}

type PlaceholderInputProps = StringInputProps & { placeholders: Placeholder[]; countTo: number | undefined }

function PlaceholderInput({ placeholders, countTo, ...props }: PlaceholderInputProps) {
  const { value = '', elementProps, onChange, readOnly } = props
  if (readOnly) return props.renderDefault(props)

  function insert(text: string) {
    const input: HTMLInputElement | HTMLTextAreaElement | null = elementProps.ref.current
    const start = input?.selectionStart ?? value.length
    const end = input?.selectionEnd ?? value.length
    onChange(set(`${value.slice(0, start)}${text}${value.slice(end)}`))
  }

  return (
    <InputWithMenu>
      {props.renderDefault(props)}
      <MenuCorner className="placeholder-menu">
        <PlaceholderMenu items={placeholders} onInsert={insert} />
      </MenuCorner>
      {countTo !== undefined && (
        <Box paddingTop={2}>
          <Text size={1} muted>
            {[...value].length} of {countTo} characters
          </Text>
        </Box>
      )}
    </InputWithMenu>
  )
}

/** Shows the menu on hover and focus only, because a form can have a hundred menus. */
const InputWithMenu = styled(Box)`
  position: relative;
  & .placeholder-menu { opacity: 0 }
  &:hover .placeholder-menu, &:focus-within .placeholder-menu { opacity: 1 }
  & input, & textarea { padding-inline-end: 40px }
`

const MenuCorner = styled(Box)`
  position: absolute;
  inset-block-start: 3px;
  inset-inline-end: 3px;
  z-index: 1;
`
