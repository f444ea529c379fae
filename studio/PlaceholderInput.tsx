import { Box, Button } from '@sanity/ui'
import { Menu, MenuButton, MenuItem } from '@sanity/ui/menu'
import { type ComponentType, useId } from 'react'
import { type StringInputProps, set } from 'sanity'
import { styled } from 'styled-components'
import { offerPlaceholders } from '@/lib/content/offerValues'

/**
 * Makes the input of a text with a small menu that inserts placeholders where the cursor is.
 *
 * @param own - placeholders of this text besides the numbers of the offer, without brackets
 */
export function placeholderInput(own: readonly string[] = []): ComponentType<StringInputProps> {
  const known = [
    ...own.filter((name) => !(name in offerPlaceholders)).map((name) => ({ name, title: '' })),
    ...Object.entries(offerPlaceholders).map(([name, title]) => ({ name, title })),
  ]
  return (props) => <PlaceholderInput {...props} known={known} />
}

type PlaceholderInputProps = StringInputProps & { known: { name: string; title: string }[] }

function PlaceholderInput({ known, ...props }: PlaceholderInputProps) {
  const id = useId()
  const { value = '', elementProps, onChange, readOnly } = props
  if (readOnly) return props.renderDefault(props)

  function insert(name: string) {
    const input: HTMLInputElement | HTMLTextAreaElement | null = elementProps.ref.current
    const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length]
    onChange(set(`${value.slice(0, from)}{${name}}${value.slice(to)}`))
  }

  return (
    <Place>
      {props.renderDefault(props)}
      <Corner className="placeholder-menu">
        <MenuButton
          id={id}
          button={
            <Button mode="bleed" fontSize={1} padding={2} text="{ }" aria-label="Insert a placeholder" />
          }
          menu={
            <Menu>
              {known.map(({ name, title }) => (
                <MenuItem
                  key={name}
                  fontSize={1}
                  text={title || `{${name}}`}
                  hotkeys={title ? [`{${name}}`] : undefined}
                  onClick={() => insert(name)}
                />
              ))}
            </Menu>
          }
          popover={{ portal: true, placement: 'bottom-end' }}
        />
      </Corner>
    </Place>
  )
}

/** The menu shows for the text that somebody is about to write in: a form has a hundred of them. */
const Place = styled(Box)`
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
