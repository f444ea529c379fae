import { defineField } from 'sanity'
import { type ListRules, listRules } from '../rules/lists'

type ListFieldOptions = Omit<ListRules, 'required'> & {
  name: string
  /** One of the list types in `schemas/lists/`. */
  type: string
  description: string
  optional?: boolean
  group?: string
  initialValue?: unknown[]
}

/**
 * Makes a field that holds one of the named list types: the Studio's “Review changes” needs lists to have
 * a name of their own. A list is required unless it is `optional`.
 */
export function listField(options: ListFieldOptions) {
  const { name, type, description, optional, group, initialValue, ...limits } = options
  return defineField({
    name,
    type,
    title: limits.title,
    description,
    group,
    initialValue,
    validation: listRules({ ...limits, required: !optional }),
  })
}
