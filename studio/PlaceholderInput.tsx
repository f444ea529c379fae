import { Box } from '@sanity/ui'
import type { ComponentType } from 'react'
import { type StringInputProps, set } from 'sanity'
import { styled } from 'styled-components'
import { offerPlaceholderItems, type Placeholder, PlaceholderMenu } from './PlaceholderMenu'

/**
 * Creates a text input with a menu that inserts placeholders at the cursor.
 *
 * @param own - placeholders of this text besides those of the offer, without brackets
 */
export function createPlaceholderInput(own: readonly string[] = []): ComponentType<StringInputProps> {
  const others = own.filter((name) => !offerPlaceholderItems.some((number) => number.name === name))
  const known = [...others.map((name) => ({ name, title: '' })), ...offerPlaceholderItems]
  // By this name, React's tools and the tests recognize the inputs of visible texts.
  return Object.assign((props: StringInputProps) => <PlaceholderInput {...props} known={known} />, {
    displayName: 'TextInput',
  })
}

type PlaceholderInputProps = StringInputProps & { known: Placeholder[] }

function PlaceholderInput({ known, ...props }: PlaceholderInputProps) {
  const { value = '', elementProps, onChange, readOnly } = props
  if (readOnly) return props.renderDefault(props)

  function insert(text: string) {
    const input: HTMLInputElement | HTMLTextAreaElement | null = elementProps.ref.current
    const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length]
    onChange(set(`${value.slice(0, from)}${text}${value.slice(to)}`))
  }

  return (
    <Anchor>
      {props.renderDefault(props)}
      <Corner className="placeholder-menu">
        <PlaceholderMenu items={known} onInsert={insert} />
      </Corner>
    </Anchor>
  )
}

/** Shows the menu on hover and focus only, because a form can have a hundred of them. */
const Anchor = styled(Box)`
  position: relative;
  & .placeholder-menu { opacity: 0 }
  &:hover .placeholder-menu, &:focus-within .placeholder-menu { opacity: 1 }
  & input, & textarea { padding-inline-end: 40px }
`

const Corner = styled(Box)`
  position: absolute;
  inset-block-start: 3px;
  inset-inline-end: 3px;
  z-index: 1;
`
