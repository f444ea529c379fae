import { fieldOf } from '@/components/ui/form/focus'
import {
  type ContactValues,
  type FieldName,
  fieldNames,
  limits,
  type Problem,
  problemOf,
} from '@/lib/contact/fields'
import { fillTemplate } from '@/lib/content/format'
import type { ContactTexts } from './types'

/** What stands in the form. */
export function valuesOf(form: HTMLFormElement): ContactValues {
  const value = (name: FieldName) => fieldOf(form, name)?.value ?? ''
  return { name: value('name'), email: value('email'), phone: value('phone'), message: value('message') }
}

/** Puts texts into the fields that are empty. */
export function fillIn(form: HTMLFormElement, texts: Partial<ContactValues>) {
  for (const name of fieldNames) {
    const field = fieldOf(form, name)
    if (field && field.value === '') field.value = texts[name] ?? ''
  }
}

/** What is wrong with a field, in the words of the CMS; undefined when nothing is. */
export function errorOf(form: HTMLFormElement, name: FieldName, texts: ContactTexts): string | undefined {
  const field = fieldOf(form, name)
  if (!field) return undefined
  const problem = problemOf(name, field.value, !field.validity.typeMismatch)
  return problem && (textOf(problem, name, texts) || '!')
}

function textOf(problem: Problem, name: FieldName, texts: ContactTexts): string | null | undefined {
  if (problem === 'tooLong') return fillTemplate(texts.tooLong, { max: limits[name] })
  if (problem === 'invalid') return texts.emailInvalid
  if (name === 'name') return texts.nameRequired
  return name === 'email' ? texts.emailRequired : texts.messageRequired
}
