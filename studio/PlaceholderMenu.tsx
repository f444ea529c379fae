import { Button } from '@sanity/ui'
import { Menu, MenuButton, MenuItem } from '@sanity/ui/menu'
import { useId, useRef } from 'react'
import { offerPlaceholders } from '@/lib/content/offerValues'

/** A placeholder of the menu: its name without brackets, and what it stands for, where that is known. */
export type Placeholder = { name: string; title: string }

/** The numbers of the offer, which every text of the site may name. */
export const offerPlaceholderItems: readonly Placeholder[] = Object.entries(offerPlaceholders).map(
  ([name, title]) => ({ name, title }),
)

type PlaceholderMenuProps = {
  known: readonly Placeholder[]
  /** The words on the button, when it needs more than its sign. */
  label?: string
  /** Writes what was chosen, with its brackets, into the text. */
  onInsert: (text: string) => void
}

/** A button with a menu of placeholders. */
export function PlaceholderMenu({ known, label, onInsert }: PlaceholderMenuProps) {
  const id = useId()
  const chosen = useRef<string>(null)

  // The menu gives its button the focus when it closes, so that a text can take the focus only after that.
  function finish() {
    const name = chosen.current
    chosen.current = null
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
          {known.map(({ name, title }) => (
            <MenuItem
              key={name}
              fontSize={1}
              text={title || `{${name}}`}
              hotkeys={title ? [`{${name}}`] : undefined}
              onClick={() => {
                chosen.current = name
              }}
            />
          ))}
        </Menu>
      }
      popover={{ portal: true, placement: label ? 'top-start' : 'bottom-end' }}
      onClose={finish}
    />
  )
}
