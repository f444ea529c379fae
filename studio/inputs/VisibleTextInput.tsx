import { type ChangeEvent, useCallback } from 'react'
import { type InputProps, isStringInputProps, type StringInputProps, set, unset } from 'sanity'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'

/** Renders every form input. Text inputs remove harmful invisible characters, typed or pasted. */
export function VisibleTextInput(props: InputProps) {
  return isStringInputProps(props) ? (
    <InputWithoutInvisibleCharacters {...props} />
  ) : (
    props.renderDefault(props)
  )
}

function InputWithoutInvisibleCharacters(props: StringInputProps) {
  const { onChange, elementProps, schemaType } = props
  const lineBreak = schemaType.name === 'text' || schemaType.type?.name === 'text' ? '\n' : ' '
  const handleChange = useCallback(
    (event: ChangeEvent<HTMLInputElement>) => {
      const typedText = event.currentTarget.value
      const text = stripInvisible(typedText, lineBreak)
      if (text === typedText) elementProps.onChange(event)
      else onChange(text ? set(text) : unset())
    },
    [elementProps.onChange, lineBreak, onChange],
  )
  return props.renderDefault({ ...props, elementProps: { ...elementProps, onChange: handleChange } })
}
