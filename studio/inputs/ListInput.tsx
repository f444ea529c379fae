import { AddIcon } from '@sanity/icons/Add'
import { Button, Grid } from '@sanity/ui'
import type { ComponentType } from 'react'
import type { ArrayInputFunctionsProps, ArrayOfObjectsInputProps, ArraySchemaType, ObjectItem } from 'sanity'

/**
 * Creates the input of a list with one type of items. Its button has the type's name.
 *
 * @param noun - the noun after “Add” on the button: “link”
 */
export function createListInput(noun: string): ComponentType<ArrayOfObjectsInputProps> {
  const renderAddButton = (props: ArrayInputFunctionsProps<ObjectItem, ArraySchemaType>) => (
    <AddButton {...props} text={`Add ${noun}`} />
  )
  return (props) => props.renderDefault({ ...props, arrayFunctions: renderAddButton })
}

type AddButtonProps = ArrayInputFunctionsProps<ObjectItem, ArraySchemaType> & { text: string }

function AddButton({ schemaType, readOnly, children, onItemAppend, text }: AddButtonProps) {
  const [itemType] = schemaType.of
  return (
    <Grid gap={1}>
      <Button
        icon={AddIcon}
        mode="ghost"
        text={text}
        disabled={readOnly || !itemType}
        onClick={() => itemType && onItemAppend({ _type: itemType.name, _key: crypto.randomUUID() })}
        data-testid="add-single-object-button"
      />
      {children}
    </Grid>
  )
}
