import { defineField } from 'sanity'

/** Defines a required field with a fixed set of values. */
export function choiceField(
  name: string,
  title: string,
  description: string,
  choices: readonly { title: string; value: string }[],
  fieldOptions: { initialValue?: string; readOnly?: boolean } = {},
) {
  const choiceTitles = choices.map((choice) => `“${choice.title}”`).join(', ')
  return defineField({
    ...fieldOptions,
    name,
    title,
    description,
    type: 'string',
    options: { list: [...choices], layout: 'radio' },
    validation: (rule) => rule.required().error(`“${title}” has to be one of ${choiceTitles}. Choose one.`),
  })
}
