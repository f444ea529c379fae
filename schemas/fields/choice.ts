import { defineField } from 'sanity'

type ChoiceFieldOptions = {
  name: string
  title: string
  description: string
  choices: readonly { title: string; value: string }[]
  initialValue?: string
  readOnly?: boolean
  group?: string
}

/** Makes a required field in which an editor picks one of a few values; no other value is valid. */
export function choiceField({ choices, title, ...field }: ChoiceFieldOptions) {
  const names = choices.map((choice) => `“${choice.title}”`).join(', ')
  return defineField({
    ...field,
    title,
    type: 'string',
    options: { list: [...choices], layout: 'radio' },
    validation: (rule) => rule.required().error(`“${title}” has to be one of ${names}. Please choose one.`),
  })
}
