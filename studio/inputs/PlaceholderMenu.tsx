import { Button } from '@sanity/ui'
import { Menu, MenuButton, MenuItem } from '@sanity/ui/menu'
import { useId, useRef } from 'react'
import { offerPlaceholders } from '@/lib/content/text/offerValues'

/** A placeholder: its name without brackets, and its meaning, empty when unknown. */
export type Placeholder = { name: string; title: string }

/** The placeholders of the offer, valid in every string of the site. */
export const offerPlaceholderItems: readonly Placeholder[] = Object.entries(offerPlaceholders).map(
  ([name, title]) => ({ name, title }),
)

type PlaceholderMenuProps = {
  items: readonly Placeholder[]
  /** Text on the button, beside its icon. */
  label?: string
  /** Inserts the selected placeholder, with its brackets. */
  onInsert: (text: string) => void
}

/** A button with a menu of placeholders. */
export function PlaceholderMenu({ items, label, onInsert }: PlaceholderMenuProps) {
  const id = useId()
  const selectedName = useRef<string>(null)

  // The menu focuses its button when it closes. Inserting into rich text moves the focus, so it happens afterwards.
  function handleClose() {
    const name = selectedName.current
    selectedName.current = null
    if (name) onInsert(`{${name}}`)
  }

  return (
    <MenuButton
      id={id}
      button={
        <Button
          mode="bleed"
          fontSize={1}
          padding={2}
          text={label ? `{ } ${label}` : '{ }'}
          aria-label="Insert a placeholder"
        />
      }
      menu={
        <Menu>
          {items.map(({ name, title }) => (
            <MenuItem
              key={name}
              fontSize={1}
              text={title || `{${name}}`}
              hotkeys={title ? [`{${name}}`] : undefined}
              onClick={() => {
                selectedName.current = name
              }}
            />
          ))}
        </Menu>
      }
      popover={{ portal: true, placement: label ? 'top-start' : 'bottom-end' }}
      onClose={handleClose}
    />
  )
}
