import { Card, Layer, Portal, Stack } from '@sanity/ui'
import { useState } from 'react'
import type { ArrayOfObjectsInputProps } from 'sanity'
import { offerNumbers, PlaceholderMenu } from './PlaceholderMenu'

/** The editor of running text, with a menu below it that inserts placeholders where the cursor is. */
export function RichTextInput(props: ArrayOfObjectsInputProps) {
  const { elementProps, readOnly, renderDefault } = props
  const [isFullScreen, setIsFullScreen] = useState(false)
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

  const menu = <PlaceholderMenu known={offerNumbers} label="Insert a placeholder" onInsert={insert} />
  return (
    <Stack gap={1}>
      {renderDefault({ ...props, onFullScreenChange: setIsFullScreen })}
      {isFullScreen ? (
        // The Studio lays the editor over the form there, in the same portal.
        <Portal>
          <Layer zOffset={10} style={{ position: 'absolute', right: 0, bottom: 0, left: 0 }}>
            <Card borderTop padding={1}>
              {menu}
            </Card>
          </Layer>
        </Portal>
      ) : (
        <div>{menu}</div>
      )}
    </Stack>
  )
}
