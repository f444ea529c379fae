import { Card, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, pathToString, type SchemaType, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import type { Fields } from '@/studio/checks/walk'
import { findChanges } from '../findChanges'
import { getFieldTitle } from '../tools/fieldTypes'

/** “What changed”, in the menu beside Publish: lists the fields of a draft that differ from the published version. */
export const showChanges: DocumentActionComponent = ({ draft, published, type, id }) => {
  const schemaType = useSchema().get(type)
  const [isOpen, setIsOpen] = useState(false)
  if (!draft || !published || !schemaType) return null
  return {
    label: 'What changed',
    onHandle: () => setIsOpen(true),
    dialog: isOpen && {
      type: 'dialog',
      header: 'Changed since publishing',
      onClose: () => setIsOpen(false),
      content: <ChangeList {...{ id, type, schemaType, draft, published }} onOpen={() => setIsOpen(false)} />,
    },
  }
}

type ChangeListProps = {
  id: string
  type: string
  schemaType: SchemaType
  draft: Fields
  published: Fields
  onOpen: () => void
}

function ChangeList({ id, type, schemaType, draft, published, onOpen }: ChangeListProps) {
  const changes = findChanges(published, draft)
  if (changes.length === 0) return <Text size={1}>The draft is the same as the published version.</Text>
  return (
    <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid="changes">
      {changes.map((change) => {
        const path = pathToString(change)
        return (
          <Card as="li" key={path} border padding={3} radius={2} onClick={onOpen}>
            <Text size={1}>
              <IntentLink intent="edit" params={{ id, type, path }}>
                {getFieldTitle(schemaType, change, draft) || path}
              </IntentLink>
            </Text>
          </Card>
        )
      })}
    </Stack>
  )
}
