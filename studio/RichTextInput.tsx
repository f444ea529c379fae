import { Flex, Stack } from '@sanity/ui'
import type { ArrayOfObjectsInputProps } from 'sanity'
import { offerNumbers, PlaceholderMenu } from './PlaceholderMenu'

/** The editor of running text, with a menu below it that inserts placeholders where the cursor is. */
export function RichTextInput(props: ArrayOfObjectsInputProps) {
  const { elementProps, readOnly, renderDefault } = props
  if (readOnly) return renderDefault(props)

  function insert(text: string) {
    const editable: HTMLElement | null = elementProps.ref.current
    editable?.focus()
    // What a keyboard sends: the editor writes it at the selection, with the marks that are there, and can undo it.
    // https://developer.mozilla.org/en-US/docs/Web/API/Element/beforeinput_event
    editable?.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertText', data: text, bubbles: true, cancelable: true }),
    )
  }

  return (
    <Stack gap={1}>
      {renderDefault(props)}
      <Flex>
        <PlaceholderMenu known={offerNumbers} label="Insert a placeholder" onInsert={insert} />
      </Flex>
    </Stack>
  )
}
