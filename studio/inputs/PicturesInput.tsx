import { ArrowDownIcon } from '@sanity/icons/ArrowDown'
import { ArrowUpIcon } from '@sanity/icons/ArrowUp'
import { EditIcon } from '@sanity/icons/Edit'
import { TrashIcon } from '@sanity/icons/Trash'
import { Box, Button, Card, Checkbox, Dialog, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useState } from 'react'
import { type ArrayOfObjectsInputProps, type FormPatch, set, unset } from 'sanity'
import { pictureUrl } from '@/lib/content/media/image'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'
import { getProperty } from '@/lib/errorCode'
import { toRecords } from '@/studio/checks/walk'
import { createListInput } from './ListInput'

/** Width of the preview pictures in pixels. */
const previewWidth = 135

const columns = [
  { name: 'alt', title: 'Alternative text' },
  { name: 'caption', title: 'Caption' },
] as const

const GridInput = createListInput('photo')

/** Edits a list of pictures as a grid, and all of their texts at once in a table. */
export function PicturesInput(props: ArrayOfObjectsInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  const count = toRecords(props.value).length
  return (
    <Stack gap={3}>
      {count > 0 && (
        <div>
          <Button icon={EditIcon} mode="ghost" text="Edit all in a table" onClick={() => setIsOpen(true)} />
        </div>
      )}
      <GridInput {...props} />
      {isOpen && (
        <Dialog id="pictures" header={`${count} pictures`} width={3} onClose={() => setIsOpen(false)}>
          <PictureTable {...props} />
        </Dialog>
      )}
    </Stack>
  )
}

/** One row for each picture: the picture, its texts, and a checkbox to delete or move it with others. */
function PictureTable({ value, onChange, readOnly }: ArrayOfObjectsInputProps) {
  const pictures = toRecords(value).map((picture) => ({ ...picture, _key: String(picture._key) }))
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set())
  const selectedCount = pictures.filter(({ _key }) => selectedKeys.has(_key)).length
  const isDisabled = readOnly || selectedCount === 0

  function toggle(key: string, isSelected: boolean) {
    const otherKeys = [...selectedKeys].filter((otherKey) => otherKey !== key)
    setSelectedKeys(new Set(isSelected ? [...otherKeys, key] : otherKeys))
  }

  function removeSelected() {
    const patches: FormPatch[] = pictures
      .filter(({ _key }) => selectedKeys.has(_key))
      .map(({ _key }) => unset([{ _key }]))
    onChange(patches)
    setSelectedKeys(new Set())
  }

  return (
    <Stack data-testid="picture-table">
      <Card borderBottom padding={3} style={{ position: 'sticky', insetBlockStart: 0, zIndex: 1 }}>
        <Flex align="center" gap={2} wrap="wrap">
          <Box flex={1} padding={2}>
            <Text size={1} muted>
              {selectedCount === 0 ? 'Select pictures to move or delete them.' : `${selectedCount} selected`}
            </Text>
          </Box>
          <Button
            icon={ArrowUpIcon}
            mode="ghost"
            text="Move up"
            disabled={isDisabled}
            onClick={() => onChange(set(moveSelected(pictures, selectedKeys, 'up')))}
          />
          <Button
            icon={ArrowDownIcon}
            mode="ghost"
            text="Move down"
            disabled={isDisabled}
            onClick={() => onChange(set(moveSelected(pictures, selectedKeys, 'down')))}
          />
          <Button
            icon={TrashIcon}
            mode="ghost"
            tone="critical"
            text="Delete"
            disabled={isDisabled}
            onClick={removeSelected}
          />
        </Flex>
      </Card>
      {pictures.map((picture, index) => {
        const { _key } = picture
        const url = pictureUrl(
          { asset: { _id: String(getProperty(getProperty(picture, 'asset'), '_ref')) } },
          2 * previewWidth,
          3 / 2,
        )
        return (
          <Card key={_key} borderBottom padding={3} tone={selectedKeys.has(_key) ? 'primary' : 'default'}>
            <Flex gap={3} wrap="wrap">
              <Checkbox
                aria-label={`Select picture ${index + 1}`}
                checked={selectedKeys.has(_key)}
                onChange={({ currentTarget }) => toggle(_key, currentTarget.checked)}
              />
              {/* The texts beside it describe the picture. */}
              {/* biome-ignore lint/performance/noImgElement: the image API already scales it */}
              {url && <img src={url} alt="" width={previewWidth} height={previewWidth / 1.5} />}
              {columns.map(({ name, title }) => (
                <Stack key={name} gap={2} flex={1} style={{ minWidth: 200 }}>
                  <Text as="label" htmlFor={`${_key}-${name}`} size={0} muted>
                    {title}
                  </Text>
                  <TextArea
                    id={`${_key}-${name}`}
                    rows={3}
                    fontSize={1}
                    readOnly={readOnly ?? false}
                    value={String(getProperty(picture, name) ?? '')}
                    onChange={({ currentTarget }) => {
                      const text = stripInvisible(currentTarget.value, ' ')
                      onChange(text ? set(text, [{ _key }, name]) : unset([{ _key }, name]))
                    }}
                  />
                </Stack>
              ))}
            </Flex>
          </Card>
        )
      })}
    </Stack>
  )
}

/** Moves the selected items by one place; those at the end of the list stay there. */
export function moveSelected<Item extends { _key: string }>(
  items: readonly Item[],
  selectedKeys: ReadonlySet<string>,
  direction: 'up' | 'down',
): Item[] {
  const moved = direction === 'up' ? [...items] : items.toReversed()
  for (const [index, item] of moved.entries()) {
    const previous = moved[index - 1]
    if (!previous || !selectedKeys.has(item._key) || selectedKeys.has(previous._key)) continue
    moved[index - 1] = item
    moved[index] = previous
  }
  return direction === 'up' ? moved : moved.toReversed()
}
