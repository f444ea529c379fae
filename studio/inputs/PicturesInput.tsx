import { EditIcon } from '@sanity/icons/Edit'
import { Box, Button, Card, Checkbox, Dialog, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useState } from 'react'
import { type ArrayOfObjectsInputProps, type FormPatch, set, unset } from 'sanity'
import { pictureUrl } from '@/lib/content/media/image'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'
import { getProperty } from '@/lib/errorCode'
import { toRecords } from '@/studio/checks/walk'

/** Width of the preview pictures in pixels. */
const previewWidth = 135

const columns = { alt: 'Alternative text', caption: 'Caption' }

/** Edits a list of pictures as a grid, and their alternative text and captions in one table. */
export function PicturesInput(props: ArrayOfObjectsInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  const count = props.value?.length ?? 0
  return (
    <Stack gap={3}>
      {count > 0 && (
        <div>
          <Button icon={EditIcon} mode="ghost" text="Edit all in a table" onClick={() => setIsOpen(true)} />
        </div>
      )}
      {props.renderDefault(props)}
      {isOpen && (
        <Dialog id="pictures" header={`${count} pictures`} width={3} onClose={() => setIsOpen(false)}>
          <PictureTable {...props} />
        </Dialog>
      )}
    </Stack>
  )
}

/** A table with one row for each picture: the picture, its alternative text and caption, and a checkbox. */
function PictureTable({ value, onChange, readOnly = false }: ArrayOfObjectsInputProps) {
  const pictures = toRecords(value).map((picture) => ({ ...picture, _key: String(picture._key) }))
  const [selectedKeys, setSelectedKeys] = useState<readonly string[]>([])
  const selected = pictures.filter(({ _key }) => selectedKeys.includes(_key))
  const others = pictures.filter(({ _key }) => !selectedKeys.includes(_key))
  const actions: { text: string; patches: FormPatch[]; tone?: 'critical' }[] = [
    { text: 'Move to the start', patches: [set([...selected, ...others])] },
    { text: 'Move to the end', patches: [set([...others, ...selected])] },
    { text: 'Delete', patches: selected.map(({ _key }) => unset([{ _key }])), tone: 'critical' },
  ]

  return (
    <Stack data-testid="picture-table">
      <Card borderBottom padding={3} style={{ position: 'sticky', insetBlockStart: 0, zIndex: 1 }}>
        <Flex align="center" gap={2} wrap="wrap">
          <Box flex={1} padding={2}>
            <Text size={1} muted>
              {selected.length === 0
                ? 'Select pictures to move or delete them.'
                : `${selected.length} selected`}
            </Text>
          </Box>
          {actions.map(({ patches, ...button }) => (
            <Button
              key={button.text}
              {...button}
              mode="ghost"
              disabled={readOnly || selected.length === 0}
              onClick={() => onChange(patches)}
            />
          ))}
        </Flex>
      </Card>
      {pictures.map(({ _key, ...picture }, index) => {
        const _id = String(getProperty(getProperty(picture, 'asset'), '_ref'))
        const url = pictureUrl({ asset: { _id } }, 2 * previewWidth, 3 / 2)
        return (
          <Card
            key={_key}
            borderBottom
            padding={3}
            tone={selectedKeys.includes(_key) ? 'primary' : 'default'}
          >
            <Flex gap={3} wrap="wrap">
              <Checkbox
                aria-label={`Select picture ${index + 1}`}
                checked={selectedKeys.includes(_key)}
                onChange={({ currentTarget: { checked } }) =>
                  setSelectedKeys((keys) => (checked ? [...keys, _key] : keys.filter((key) => key !== _key)))
                }
              />
              {/* The text beside the picture describes it. */}
              {/* biome-ignore lint/performance/noImgElement: the image API already scales it */}
              {url && <img src={url} alt="" width={previewWidth} height={previewWidth / 1.5} />}
              {Object.entries(columns).map(([name, title]) => (
                <Stack key={name} gap={2} flex={1} style={{ minWidth: 200 }}>
                  <Text as="label" htmlFor={`${_key}-${name}`} size={0} muted>
                    {title}
                  </Text>
                  <TextArea
                    id={`${_key}-${name}`}
                    rows={3}
                    fontSize={1}
                    readOnly={readOnly}
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
